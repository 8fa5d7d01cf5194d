<?php
/**
 * What the site's owner has set.
 *
 * @package Leadline
 */

namespace LeadlinePlugin;

defined( 'ABSPATH' ) || exit;

/**
 * One option, not loaded with every page. It is an array, so that WordPress's list of all options doesn't show the key.
 */
final class Settings {

	public const OPTION = 'leadline_settings';

	public const TOOLS = array(
		'contact-form-7' => 'Contact Form 7',
		'wpforms'        => 'WPForms',
		'gravity-forms'  => 'Gravity Forms',
		'elementor'      => 'Elementor',
		'ninja-forms'    => 'Ninja Forms',
	);

	private const DEFAULTS = array(
		'url'           => '',
		'key'           => '',
		'form_key'      => '',
		'tools_off'     => array(),
		'consent_field' => '',
	);

	/**
	 * Reads the settings.
	 *
	 * @return array{url: string, key: string, form_key: string, tools_off: list<string>, consent_field: string}
	 */
	public static function get(): array {
		$stored = get_option( self::OPTION, array() );
		return array_merge( self::DEFAULTS, is_array( $stored ) ? $stored : array() );
	}

	/** Returns the key that sends leads. One in wp-config.php wins, because it is in no backup of the database. */
	public static function get_key(): string {
		return defined( 'LEADLINE_KEY' ) ? (string) constant( 'LEADLINE_KEY' ) : self::get()['key'];
	}

	public static function can_send(): bool {
		return '' !== self::get()['url'] && '' !== self::get_key();
	}

	public static function is_on( string $tool ): bool {
		return ! in_array( $tool, self::get()['tools_off'], true );
	}

	/**
	 * Checks what was entered. Fields that are wrong keep what they had.
	 *
	 * @param array<string, mixed> $input What was entered, without slashes.
	 * @return array{settings: array<string, mixed>, errors: list<string>}
	 */
	public static function read( array $input ): array {
		$settings = self::get();
		$errors   = array();

		$url = trim( (string) ( $input['url'] ?? '' ) );
		if ( '' === $url || self::is_service_url( $url ) ) {
			$settings['url'] = untrailingslashit( esc_url_raw( $url, array( 'http', 'https' ) ) );
		} else {
			$errors[] = __( 'The URL must be that of your Leadline server, for example https://leads.example.com.', 'leadline' );
		}

		$key = trim( (string) ( $input['key'] ?? '' ) );
		if ( ! empty( $input['remove_key'] ) ) {
			$settings['key'] = '';
		} elseif ( 1 === preg_match( '/^ll_(live|test)_[0-9A-Za-z]{8,200}$/D', $key ) ) {
			$settings['key'] = $key;
		} elseif ( '' !== $key ) {
			$errors[] = __( 'The key must begin with ll_live_ or ll_test_. Check that you copied all of it.', 'leadline' );
		}

		$form_key = trim( (string) ( $input['form_key'] ?? '' ) );
		if ( '' === $form_key || 1 === preg_match( '/^ll_intake_[0-9A-Za-z]{8,200}$/D', $form_key ) ) {
			$settings['form_key'] = $form_key;
		} else {
			$errors[] = __( 'The form key must begin with ll_intake_. Check that you copied all of it.', 'leadline' );
		}

		$tools_on                  = array_map( 'strval', (array) ( $input['tools'] ?? array() ) );
		$settings['tools_off']     = array_values( array_diff( array_keys( self::TOOLS ), $tools_on ) );
		$settings['consent_field'] = mb_substr( sanitize_text_field( (string) ( $input['consent_field'] ?? '' ) ), 0, 200 );
		return array(
			'settings' => $settings,
			'errors'   => $errors,
		);
	}

	public static function save( array $settings ): void {
		update_option( self::OPTION, $settings, false );
	}

	/** A path is allowed, because Leadline may be behind a proxy that adds one. A query or password isn't. */
	private static function is_service_url( string $url ): bool {
		$parts = wp_parse_url( $url );
		return is_array( $parts )
			&& in_array( strtolower( $parts['scheme'] ?? '' ), array( 'http', 'https' ), true )
			&& 1 === preg_match( '/^[a-z0-9.:\[\]-]+$/iD', $parts['host'] ?? '' )
			&& ! isset( $parts['user'] )
			&& ! isset( $parts['query'] )
			&& ! isset( $parts['fragment'] )
			&& 1 === preg_match( '~^[a-zA-Z0-9._/-]*$~D', $parts['path'] ?? '' );
	}
}
