<?php
/**
 * Connects the parts to WordPress.
 *
 * @package Leadline
 */

namespace LeadlinePlugin;

defined( 'ABSPATH' ) || exit;

/**
 * Hooks and events.
 */
final class Plugin {

	public const SEND_EVENT  = 'leadline_send';
	public const PURGE_EVENT = 'leadline_purge';

	private const EVERY_MINUTE = 'leadline_minute';

	public static function boot(): void {
		add_action( 'init', array( Store::class, 'create_table' ), 5 );
		add_action( 'init', array( self::class, 'schedule' ) );
		// phpcs:ignore WordPress.WP.CronInterval.CronSchedulesInterval -- a lead that had to wait should be scored soon.
		add_filter( 'cron_schedules', array( self::class, 'add_interval' ) );
		add_action( self::SEND_EVENT, array( self::class, 'send' ) );
		add_action( self::PURGE_EVENT, array( self::class, 'purge' ) );
		foreach ( array( Contact_Form_7::class, WPForms::class, Gravity_Forms::class, Elementor::class, Ninja_Forms::class ) as $tool ) {
			$tool::listen();
		}
		Embed::register();
		Privacy::register();
		if ( is_admin() ) {
			Leads_Page::register();
			Settings_Page::register();
		}
	}

	public static function activate(): void {
		Store::create_table();
		self::schedule();
	}

	public static function deactivate(): void {
		wp_unschedule_hook( self::SEND_EVENT );
		wp_unschedule_hook( self::PURGE_EVENT );
	}

	/**
	 * Adds an interval.
	 *
	 * @param array<string, array{interval: int, display: string}> $schedules Those there are.
	 * @return array<string, array{interval: int, display: string}>
	 */
	public static function add_interval( array $schedules ): array {
		$schedules[ self::EVERY_MINUTE ] = array(
			'interval' => MINUTE_IN_SECONDS,
			'display'  => did_action( 'init' ) ? __( 'Every minute', 'leadline' ) : 'Every minute',
		);
		return $schedules;
	}

	public static function schedule(): void {
		add_filter( 'cron_schedules', array( self::class, 'add_interval' ) );
		if ( ! wp_next_scheduled( self::SEND_EVENT ) ) {
			wp_schedule_event( time(), self::EVERY_MINUTE, self::SEND_EVENT );
		}
		if ( ! wp_next_scheduled( self::PURGE_EVENT ) ) {
			wp_schedule_event( time() + HOUR_IN_SECONDS, 'daily', self::PURGE_EVENT );
		}
	}

	/** By WP-Cron, in a request of its own that nobody waits for. */
	public static function send_soon(): void {
		if ( ! Settings::can_send() || time() < Sender::paused_until() ) {
			return;
		}
		wp_schedule_single_event( time(), self::SEND_EVENT, array( 'soon' ) );
		if ( ! ( defined( 'DISABLE_WP_CRON' ) && DISABLE_WP_CRON ) ) {
			spawn_cron();
		}
	}

	public static function send(): void {
		if ( Settings::can_send() ) {
			( new Sender( new Store(), fn () => Transport::open_client() ) )->run();
		}
	}

	public static function purge(): void {
		( new Store() )->purge();
	}

	/** Removes everything from one site. */
	public static function uninstall(): void {
		self::deactivate();
		Store::drop_table();
		delete_option( Settings::OPTION );
		delete_option( Sender::PAUSE_OPTION );
		Settings_Page::forget_notices();
		Gravity_Forms::remove_scores();
	}
}
