<?php
/**
 * How requests leave WordPress.
 *
 * @package Leadline
 */

namespace LeadlinePlugin;

defined( 'ABSPATH' ) || exit;

/**
 * Through WordPress's own HTTP functions, which know the site's proxy and certificates.
 */
final class Transport {

	private const TIMEOUT_SECONDS = 15;
	private const MAX_BYTES       = 1048576;

	/** Retries are up to the queue, which outlives the request. */
	public static function open_client(): \Leadline {
		return new \Leadline(
			Settings::get()['url'],
			Settings::get_key(),
			timeoutSeconds: self::TIMEOUT_SECONDS,
			retries: 0,
			transport: array( self::class, 'send' )
		);
	}

	/**
	 * Sends a request.
	 *
	 * @param array<string, string> $headers Headers by name.
	 * @return array{status: int, headers: array<string, string>, body: string}
	 */
	public static function send( string $method, string $url, array $headers, ?string $body ): array {
		$response = wp_remote_request(
			$url,
			array(
				'method'              => $method,
				'headers'             => $headers,
				'body'                => $body ?? '',
				'timeout'             => self::TIMEOUT_SECONDS,
				'redirection'         => 0,
				'limit_response_size' => self::MAX_BYTES,
				'user-agent'          => 'Leadline for WordPress/' . VERSION,
			)
		);
		if ( is_wp_error( $response ) ) {
			$is_timeout = str_contains( $response->get_error_message(), 'timed out' );
			throw $is_timeout
				? new \LeadlineError( __( 'no answer in time', 'leadline' ), 'timed_out' )
				: new \LeadlineError( __( 'Leadline can’t be reached', 'leadline' ), 'no_response' );
		}
		return array(
			'status'  => (int) wp_remote_retrieve_response_code( $response ),
			'headers' => array_map( fn ( $value ) => is_array( $value ) ? (string) end( $value ) : (string) $value, wp_remote_retrieve_headers( $response )->getAll() ),
			'body'    => wp_remote_retrieve_body( $response ),
		);
	}
}
