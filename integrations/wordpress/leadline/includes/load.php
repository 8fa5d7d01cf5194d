<?php
/**
 * Loads the classes of the plugin.
 *
 * @package Leadline
 */

namespace LeadlinePlugin;

defined( 'ABSPATH' ) || exit;

// Another plugin may have brought the client with it.
if ( ! class_exists( '\Leadline', false ) ) {
	require_once __DIR__ . '/client/Leadline.php';
}
foreach ( array( 'settings', 'store', 'lead-body', 'capture', 'transport', 'sender', 'embed', 'leads-page', 'settings-page', 'privacy', 'plugin' ) as $leadline_file ) {
	require_once __DIR__ . "/class-$leadline_file.php";
}
foreach ( array( 'contact-form-7', 'wpforms', 'gravity-forms', 'elementor', 'ninja-forms' ) as $leadline_file ) {
	require_once __DIR__ . "/forms/class-$leadline_file.php";
}
