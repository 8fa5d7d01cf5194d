<?php
/**
 * Plugin Name: Faults
 * Description: What can go wrong. LOSE_ANSWERS: so many requests to Leadline arrive for one whose answer is lost. FAULT: breaks the plugin on purpose, so that the drill has to notice.
 *
 * @package Leadline
 */

// phpcs:disable -- only for tests.

/** Counts in the database, because each request has a process of its own. */
function leadline_test_count( string $name ): int {
	global $wpdb;
	$wpdb->query( $wpdb->prepare( "INSERT INTO {$wpdb->prefix}test_counts (name, count) VALUES (%s, LAST_INSERT_ID(1)) ON DUPLICATE KEY UPDATE count = LAST_INSERT_ID(count + 1)", $name ) );
	return (int) $wpdb->get_var( 'SELECT LAST_INSERT_ID()' );
}

function leadline_test_setting( string $name ): string {
	return trim( (string) @file_get_contents( "/etc/wordpress/$name" ) );
}

add_filter(
	'http_response',
	function ( $response, $args, $url ) {
		$every = (int) leadline_test_setting( 'LOSE_ANSWERS' );
		if ( 0 === $every || ! str_ends_with( $url, '/api/webhook.php' ) || 200 !== wp_remote_retrieve_response_code( $response ) || 0 !== leadline_test_count( 'answers' ) % $every ) {
			return $response;
		}
		leadline_test_count( 'lost answers' );
		return new WP_Error( 'http_request_failed', 'cURL error 56: Connection reset by peer' );
	},
	10,
	3
);

add_filter(
	'http_request_args',
	function ( $args, $url ) {
		if ( 'new-key-per-try' === leadline_test_setting( 'FAULT' ) && str_ends_with( $url, '/api/webhook.php' ) ) {
			$args['headers']['Idempotency-Key'] = wp_generate_uuid4();
		}
		return $args;
	},
	10,
	2
);

add_filter(
	'leadline_lead',
	fn ( $lead ) => 'forget-leads' === leadline_test_setting( 'FAULT' ) && 0 === leadline_test_count( 'leads' ) % 10 ? null : $lead
);
