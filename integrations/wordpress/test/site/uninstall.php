<?php
// Deletes the plugin as WordPress does, and prints what is left of it, as JSON. Argument: host.

// phpcs:disable -- only for tests.

$_SERVER += array( 'HTTP_HOST' => $argv[1], 'REQUEST_URI' => '/', 'REQUEST_METHOD' => 'GET', 'SERVER_PROTOCOL' => 'HTTP/1.1' );
require '/usr/share/wordpress/wp-load.php';
require ABSPATH . 'wp-admin/includes/admin.php';
deactivate_plugins( 'leadline/leadline.php' );
add_filter( 'filesystem_method', fn () => 'direct' );
$result = delete_plugins( array( 'leadline/leadline.php' ) );
global $wpdb;
$column = fn ( $sql ) => $wpdb->get_col( $sql );
wp_cache_flush();
echo json_encode(
	array_merge(
		true === $result ? array() : array( 'not deleted' ),
		is_dir( WP_PLUGIN_DIR . '/leadline' ) ? array( 'files' ) : array(),
		$column( "SHOW TABLES LIKE '%leadline%'" ),
		// A plugin's own list of active plugins is WordPress's.
		$column( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE '%leadline%' OR (option_value LIKE '%leadline%' AND option_name NOT IN ('recently_activated', '_site_transient_update_plugins', '_site_transient_wp_plugin_dependencies_plugin_data', 'uninstall_plugins'))" ),
		$column( "SELECT meta_key FROM $wpdb->usermeta WHERE meta_key LIKE '%leadline%'" ),
		$column( "SELECT meta_key FROM {$wpdb->prefix}gf_entry_meta WHERE meta_key LIKE '%leadline%'" )
	)
);
