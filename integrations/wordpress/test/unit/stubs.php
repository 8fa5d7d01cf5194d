<?php
// As much of WordPress as the unit tests need. The drill `wordpress` runs the plugin in a real one.

declare(strict_types=1);

define( 'ABSPATH', '/' );
const DAY_IN_SECONDS    = 86400;
const HOUR_IN_SECONDS   = 3600;
const MINUTE_IN_SECONDS = 60;

/** Options, scheduled events and hooks of one test. */
final class Site {
	public static array $options = array();
	public static array $events  = array();
	public static array $actions = array();
	public static function reset(): void {
		self::$options = array();
		self::$events  = array();
		self::$actions = array();
	}
}

function get_option( $name, $missing = false ) {
	return Site::$options[ $name ] ?? $missing;
}
function update_option( $name, $value ) {
	Site::$options[ $name ] = $value;
}
function delete_option( $name ) {
	unset( Site::$options[ $name ] );
}
function wp_schedule_single_event( $time, $hook ) {
	Site::$events[] = array( $time, $hook );
}
function spawn_cron() {}
function do_action( $hook, ...$values ) {
	Site::$actions[] = array( $hook, ...$values );
}
function __( $text ) {
	return $text;
}
function wp_parse_url( $url ) {
	return parse_url( $url );
}
function wp_parse_str( $text, &$result ) {
	parse_str( $text, $result );
}
function wp_strip_all_tags( $text ) {
	return trim( strip_tags( preg_replace( '@<(script|style)[^>]*?>.*?</\\1>@si', '', $text ) ) );
}
function wp_check_invalid_utf8( $text ) {
	return 1 === preg_match( '/^./us', $text ) || '' === $text ? $text : iconv( 'utf-8', 'utf-8//IGNORE', $text );
}
function sanitize_text_field( $text ) {
	return trim( preg_replace( '/[\r\n\t ]+/', ' ', strip_tags( $text ) ) );
}
function esc_url_raw( $url ) {
	return preg_replace( '|[^a-z0-9-~+_.?#=!&;,/:%@$\|*\'()\[\]\\x80-\\xff]|i', '', $url );
}
function untrailingslashit( $text ) {
	return rtrim( $text, '/\\' );
}
if ( ! function_exists( 'mb_substr' ) ) {
	function mb_substr( $text, $start, $length ) {
		return preg_match( '/^.{0,' . min( $length, 65000 ) . '}/us', substr( $text, $start ), $found ) ? $found[0] : '';
	}
}
