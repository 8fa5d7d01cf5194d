<?php
// Installs WordPress, with the plugin and a page for each way to embed the form. Arguments: host and password of the administrator.

// phpcs:disable -- only for tests.

[ , $host, $password ] = $argv;
$_SERVER += array( 'HTTP_HOST' => $host, 'REQUEST_URI' => '/', 'REQUEST_METHOD' => 'GET', 'SERVER_PROTOCOL' => 'HTTP/1.1' );
define( 'WP_INSTALLING', true );
require '/usr/share/wordpress/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install( 'Example', 'admin', 'admin@example.com', true, '', $password );
wp_insert_user( array( 'user_login' => 'subscriber', 'user_pass' => $password, 'user_email' => 'subscriber@example.com', 'role' => 'subscriber' ) );
switch_theme( 'plain' );
global $wpdb;
$wpdb->query( "CREATE TABLE {$wpdb->prefix}test_counts (name varchar(50) PRIMARY KEY, count int NOT NULL)" );
$wpdb->query( "CREATE TABLE {$wpdb->prefix}gf_entry_meta (id bigint AUTO_INCREMENT PRIMARY KEY, form_id int, entry_id bigint, meta_key varchar(255), meta_value longtext)" );
