<?php
/**
 * From the fields of a form to a lead.
 *
 * @package Leadline
 */

namespace LeadlinePlugin;

defined( 'ABSPATH' ) || exit;

/**
 * Leadline recognizes most fields by their label. Here, only what the form tool knows better is named: which field is the email
 * address, the phone number, the name and the message.
 */
final class Lead_Body {

	private const TYPES = array(
		'email'    => 'email',
		'tel'      => 'phone',
		'phone'    => 'phone',
		'name'     => 'name',
		'textarea' => 'message',
	);

	/** Types that hold no answer, or a secret one. */
	private const SKIPPED = array(
		'captcha',
		'captchac',
		'captchar',
		'confirm',
		'content',
		'creditcard',
		'credit-card',
		'divider',
		'honeypot',
		'hr',
		'html',
		'page',
		'pagebreak',
		'password',
		'passwordconfirm',
		'quiz',
		'recaptcha',
		'recaptcha_v3',
		'section',
		'spam',
		'step',
		'stripe-credit-card',
		'submit',
		'turnstile',
	);

	/** Limits of the API. */
	private const MAX_LENGTH = 20000;
	private const MAX_FIELDS = 190;

	/**
	 * Builds the lead.
	 *
	 * @param list<array{name: string, label: string, type: string, value: mixed}> $fields The fields, in the order of the form.
	 * @return array<string, string>
	 */
	public static function from_fields( array $fields, string $form_name, string $page_url ): array {
		$types = array_count_values( array_column( $fields, 'type' ) );
		$body  = array();
		foreach ( $fields as $field ) {
			$value = self::text( $field['value'] );
			if ( '' === $value || in_array( $field['type'], self::SKIPPED, true ) || count( $body ) >= self::MAX_FIELDS ) {
				continue;
			}
			$name = self::TYPES[ $field['type'] ] ?? null;
			// Two names or two long texts are told apart by their labels.
			if ( null !== $name && ! isset( $body[ $name ] ) && ( 1 === $types[ $field['type'] ] || 'email' === $name || 'phone' === $name ) ) {
				$body[ $name ] = $value;
			} elseif ( ! in_array( $name, array( 'email', 'phone' ), true ) || ( $body[ $name ] ?? null ) !== $value ) {
				$body[ self::free_name( $body, '' === $field['label'] ? $field['name'] : $field['label'] ) ] = $value;
			}
		}
		return $body + array_filter( array( 'form_name' => self::text( $form_name ) ) ) + self::read_page( $page_url );
	}

	/** Joins several answers with commas. */
	public static function text( mixed $value ): string {
		if ( is_array( $value ) ) {
			$value = implode( ', ', array_filter( array_map( array( self::class, 'text' ), $value ), 'strlen' ) );
		}
		if ( is_bool( $value ) ) {
			$value = $value ? 'yes' : '';
		}
		return is_scalar( $value ) ? mb_substr( trim( wp_check_invalid_utf8( (string) $value, true ) ), 0, self::MAX_LENGTH ) : '';
	}

	/**
	 * A second field of the same name gets a number.
	 *
	 * @param array<string, string> $body What is there already.
	 */
	private static function free_name( array $body, string $label ): string {
		$name = mb_substr( self::text( wp_strip_all_tags( $label ) ), 0, 200 );
		$name = '' === $name ? 'field' : $name;
		$free = $name;
		for ( $number = 2; isset( $body[ $free ] ); $number++ ) {
			$free = "$name $number";
		}
		return $free;
	}

	/**
	 * The page without its query, which may be private, but with the campaign.
	 *
	 * @return array<string, string>
	 */
	private static function read_page( string $url ): array {
		$parts = wp_parse_url( $url );
		if ( ! is_array( $parts ) || empty( $parts['host'] ) ) {
			return array();
		}
		$page = array( 'page_url' => strtok( $url, '?#' ) );
		wp_parse_str( $parts['query'] ?? '', $query );
		foreach ( array( 'source', 'medium', 'campaign', 'term', 'content' ) as $name ) {
			$value = mb_substr( self::text( $query[ "utm_$name" ] ?? '' ), 0, 200 );
			if ( '' !== $value ) {
				$page[ "utm_$name" ] = $value;
			}
		}
		return $page;
	}
}
