<?php
// Activates the plugin. Argument: host.

// phpcs:disable -- only for tests.

$_SERVER += array( 'HTTP_HOST' => $argv[1], 'REQUEST_URI' => '/', 'REQUEST_METHOD' => 'GET', 'SERVER_PROTOCOL' => 'HTTP/1.1' );
require '/usr/share/wordpress/wp-load.php';
require ABSPATH . 'wp-admin/includes/admin.php';
foreach ( array( 'form-tools/form-tools.php', 'faults/faults.php', 'leadline/leadline.php' ) as $plugin ) {
	$error = activate_plugin( $plugin );
	if ( is_wp_error( $error ) ) {
		fwrite( STDERR, $error->get_error_message() );
		exit( 1 );
	}
}
$block = '<!-- wp:leadline/form {"title":"Write to us","fields":"email*"} /-->';
echo wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Block', 'post_content' => $block ) ), ' ';
echo wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Shortcode', 'post_content' => '[leadline_form title="&quot;><script>alert(1)</script>" language="de"]' ) );
