<?php
/**
 * Takes leads from form tools.
 *
 * @package Leadline
 */

namespace LeadlinePlugin;

defined( 'ABSPATH' ) || exit;

/**
 * Called in the visitor's request: it only stores the lead, so that the visitor never waits for Leadline.
 */
final class Capture {

	/**
	 * Stores a submission, unless consent is missing.
	 *
	 * @param string $tool      A key of Settings::TOOLS.
	 * @param array  $form      With `id` and `name`.
	 * @param string $entry_id  Under which the tool has stored it, or ''.
	 * @param array  $fields    Each with `name`, `label`, `type` and `value`.
	 * @param string $page_url  Where it was submitted.
	 */
	public static function take( string $tool, array $form, string $entry_id, array $fields, string $page_url = '' ): void {
		if ( ! Settings::is_on( $tool ) || ! self::has_consent( $fields, Settings::get()['consent_field'] ) ) {
			return;
		}
		$body = Lead_Body::from_fields( $fields, $form['name'], '' === $page_url ? (string) wp_get_referer() : $page_url );
		/**
		 * Filters a lead before it is stored. Return null to leave it out.
		 *
		 * @param array  $body The lead, as it is sent.
		 * @param string $tool For example `gravity-forms`.
		 * @param array  $form With `id` and `name`.
		 */
		$body = apply_filters( 'leadline_lead', $body, $tool, $form );
		if ( ! is_array( $body ) || array() === $body ) {
			return;
		}
		try {
			( new Store() )->add( $tool, $form['name'], Store::entry_ref( $tool, (string) $form['id'], $entry_id ), $body );
		} catch ( \Throwable $error ) {
			// The form's own email and entry must not suffer from this.
			// phpcs:ignore WordPress.PHP.DevelopmentFunctions.error_log_error_log -- the only place where somebody would look.
			error_log( 'Leadline: a lead of ' . $tool . ' could not be stored' );
			return;
		}
		Plugin::send_soon();
	}

	/**
	 * If a consent field is set, only what was submitted with it filled in is stored.
	 *
	 * @param list<array{name: string, label: string, type: string, value: mixed}> $fields The fields.
	 */
	public static function has_consent( array $fields, string $consent_field ): bool {
		if ( '' === $consent_field ) {
			return true;
		}
		$wanted = self::plain( $consent_field );
		foreach ( $fields as $field ) {
			if ( in_array( $wanted, array( self::plain( $field['name'] ), self::plain( $field['label'] ) ), true ) ) {
				return ! in_array( strtolower( Lead_Body::text( $field['value'] ) ), array( '', '0', 'no', 'off', 'false' ), true );
			}
		}
		return false;
	}

	private static function plain( string $name ): string {
		$text = trim( wp_strip_all_tags( $name ) );
		// WordPress also runs without mbstring, and only brings some of its functions.
		return function_exists( 'mb_strtolower' ) ? mb_strtolower( $text ) : strtolower( $text );
	}
}
