<?php
/**
 * Runs when the plugin is deleted: nothing of it stays in the database.
 *
 * @package Leadline
 */

namespace LeadlinePlugin;

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

require_once __DIR__ . '/includes/load.php';

if ( is_multisite() ) {
	foreach ( get_sites(
		array(
			'fields' => 'ids',
			'number' => 0,
		)
	) as $leadline_site ) {
		switch_to_blog( $leadline_site );
		Plugin::uninstall();
		restore_current_blog();
	}
} else {
	Plugin::uninstall();
}
