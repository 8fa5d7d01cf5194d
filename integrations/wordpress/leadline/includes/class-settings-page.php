<?php
/**
 * The page with the settings.
 *
 * @package Leadline
 */

namespace LeadlinePlugin;

defined( 'ABSPATH' ) || exit;

/**
 * Needs no JavaScript. The saved key is never printed.
 */
final class Settings_Page {

	public const SLUG       = 'leadline-settings';
	public const CAPABILITY = 'manage_options';

	private const SAVE = 'leadline_save_settings';
	private const TEST = 'leadline_test';

	/** What to say after the redirect, to the person who clicked. */
	private const NOTICES = 'leadline_notices_';

	private const TEST_LEAD = array(
		'name'      => 'Leadline Test',
		'email'     => 'test@example.com',
		'message'   => 'We need a quote for 40 laptops by Friday. Please call me today.',
		'form_name' => 'Test from WordPress',
	);

	public static function register(): void {
		add_action( 'admin_menu', array( self::class, 'add_page' ) );
		add_action( 'admin_post_' . self::SAVE, array( self::class, 'save' ) );
		add_action( 'admin_post_' . self::TEST, array( self::class, 'test' ) );
		add_filter( 'plugin_action_links_' . plugin_basename( PLUGIN_FILE ), array( self::class, 'add_link' ) );
	}

	public static function add_page(): void {
		add_submenu_page(
			Leads_Page::SLUG,
			__( 'Leadline settings', 'leadline' ),
			__( 'Settings', 'leadline' ),
			self::CAPABILITY,
			self::SLUG,
			array( self::class, 'show' )
		);
	}

	public static function add_link( array $links ): array {
		$link = '<a href="' . esc_url( admin_url( 'admin.php?page=' . self::SLUG ) ) . '">' . esc_html__( 'Settings', 'leadline' ) . '</a>';
		return array( $link, ...$links );
	}

	public static function save(): void {
		Leads_Page::check( self::SAVE );
		$input  = wp_unslash( (array) ( $_POST['leadline'] ?? array() ) ); // phpcs:ignore WordPress.Security -- checked above and by Settings::read.
		$result = Settings::read( $input );
		Settings::save( $result['settings'] );
		// Perhaps this was what kept leads waiting.
		Sender::resume();
		Plugin::send_soon();
		$notices = array_map( fn ( $error ) => array( 'error', $error ), $result['errors'] );
		self::redirect( array() === $notices ? array( array( 'success', __( 'Settings saved.', 'leadline' ) ) ) : $notices );
	}

	/** Sends a lead, because scoring without storing needs a key that can read, which doesn't belong here. */
	public static function test(): void {
		Leads_Page::check( self::TEST );
		if ( ! Settings::can_send() ) {
			self::redirect( array( array( 'error', __( 'Enter the URL and the key first.', 'leadline' ) ) ) );
		}
		try {
			$result = Transport::open_client()->score( self::TEST_LEAD );
			Sender::resume();
			Plugin::send_soon();
			$notice = array(
				'success',
				sprintf(
					/* translators: 1: score from 0 to 100, 2: grade, for example Hot */
					__( 'It works. The test lead scored %1$d (%2$s). It is stored in Leadline as “Leadline Test”; delete it there.', 'leadline' ),
					(int) $result['data']['score'],
					(string) $result['data']['grade']
				),
			);
		} catch ( \LeadlineError $error ) {
			/* translators: %s: what Leadline said */
			$notice = array( 'error', sprintf( __( 'The test lead was not accepted: %s', 'leadline' ), $error->getMessage() ) );
		}
		self::redirect( array( $notice ) );
	}

	public static function show(): void {
		if ( ! current_user_can( self::CAPABILITY ) ) {
			return;
		}
		$settings = Settings::get();
		echo '<div class="wrap"><h1>', esc_html__( 'Leadline settings', 'leadline' ), '</h1>';
		self::print_notices();
		echo '<form method="post" action="', esc_url( admin_url( 'admin-post.php' ) ), '"><input type="hidden" name="action" value="', esc_attr( self::SAVE ), '">';
		wp_nonce_field( self::SAVE );
		echo '<table class="form-table" role="presentation">';
		self::print_row(
			'url',
			__( 'URL', 'leadline' ),
			'url',
			$settings['url'],
			__( 'Of your Leadline server, for example https://leads.example.com.', 'leadline' ),
			'https://leads.example.com'
		);
		self::print_key( $settings );
		self::print_row(
			'form_key',
			__( 'Form key', 'leadline' ),
			'text',
			$settings['form_key'],
			__( 'For the block “Leadline form” and the shortcode [leadline_form]: an intake key, which begins with ll_intake_. It is public in your pages and can only send leads.', 'leadline' ),
			'll_intake_…'
		);
		self::print_tools( $settings['tools_off'] );
		self::print_row(
			'consent_field',
			__( 'Consent field', 'leadline' ),
			'text',
			$settings['consent_field'],
			__( 'Name or label of a checkbox, for example “I agree to the privacy policy”. If set, only what was submitted with it ticked is stored and sent; forms without it send nothing.', 'leadline' ),
			''
		);
		echo '</table>';
		submit_button( __( 'Save', 'leadline' ) );
		echo '</form><h2>', esc_html__( 'Test', 'leadline' ), '</h2><p>', esc_html__( 'Sends a test lead with the saved settings and shows its score.', 'leadline' ), '</p>';
		echo '<form method="post" action="', esc_url( admin_url( 'admin-post.php' ) ), '"><input type="hidden" name="action" value="', esc_attr( self::TEST ), '">';
		wp_nonce_field( self::TEST );
		submit_button( __( 'Send a test lead', 'leadline' ), 'secondary' );
		echo '</form></div>';
	}

	/** For whoever saw the page last; expired ones aren't removed by WordPress at once. */
	public static function forget_notices(): void {
		global $wpdb;
		$like = $wpdb->esc_like( '_transient_' . self::NOTICES ) . '%';
		$time = $wpdb->esc_like( '_transient_timeout_' . self::NOTICES ) . '%';
		$wpdb->query( $wpdb->prepare( "DELETE FROM $wpdb->options WHERE option_name LIKE %s OR option_name LIKE %s", $like, $time ) ); // phpcs:ignore WordPress.DB.DirectDatabaseQuery
	}

	private static function print_key( array $settings ): void {
		echo '<tr><th scope="row"><label for="leadline-key">', esc_html__( 'Send-only key', 'leadline' ), '</label></th><td>';
		if ( defined( 'LEADLINE_KEY' ) ) {
			echo '<p>', esc_html__( 'Set in wp-config.php.', 'leadline' ), '</p></td></tr>';
			return;
		}
		$is_saved = '' !== $settings['key'];
		$hint     = $is_saved ? __( 'Saved. Enter another one to replace it.', 'leadline' ) : 'll_live_…';
		echo '<input class="regular-text" type="password" id="leadline-key" name="leadline[key]" value="" autocomplete="off" spellcheck="false" aria-describedby="leadline-key-help" placeholder="', esc_attr( $hint ), '">';
		if ( $is_saved ) {
			echo ' <label><input type="checkbox" name="leadline[remove_key]" value="1"> ', esc_html__( 'Remove the saved key', 'leadline' ), '</label>';
		}
		echo '<p class="description" id="leadline-key-help">', esc_html__( 'Create it in Leadline under Settings, Keys, with the scope “Send leads only”. It isn’t shown again. You can also define LEADLINE_KEY in wp-config.php.', 'leadline' ), '</p></td></tr>';
	}

	private static function print_tools( array $tools_off ): void {
		echo '<tr><th scope="row">', esc_html__( 'Take leads from', 'leadline' ), '</th><td><fieldset><legend class="screen-reader-text"><span>', esc_html__( 'Take leads from', 'leadline' ), '</span></legend>';
		foreach ( Settings::TOOLS as $tool => $name ) {
			echo '<label><input type="checkbox" name="leadline[tools][]" value="', esc_attr( $tool ), '"';
			checked( ! in_array( $tool, $tools_off, true ) );
			echo '> ', esc_html( $name ), '</label><br>';
		}
		echo '</fieldset></td></tr>';
	}

	private static function print_row( string $name, string $label, string $type, string $value, string $help, string $placeholder ): void {
		$id = 'leadline-' . str_replace( '_', '-', $name );
		echo '<tr><th scope="row"><label for="', esc_attr( $id ), '">', esc_html( $label ), '</label></th><td><input class="regular-text" type="', esc_attr( $type ), '" id="', esc_attr( $id ), '" name="leadline[', esc_attr( $name ), ']" value="', esc_attr( $value ), '" placeholder="', esc_attr( $placeholder ), '" aria-describedby="', esc_attr( $id ), '-help"><p class="description" id="', esc_attr( $id ), '-help">', esc_html( $help ), '</p></td></tr>';
	}

	/**
	 * Back to the page, with something to say.
	 *
	 * @param list<array{string, string}> $notices Type and text.
	 */
	private static function redirect( array $notices ): never {
		set_transient( self::NOTICES . get_current_user_id(), $notices, MINUTE_IN_SECONDS );
		wp_safe_redirect( admin_url( 'admin.php?page=' . self::SLUG ) );
		exit;
	}

	private static function print_notices(): void {
		$name = self::NOTICES . get_current_user_id();
		foreach ( (array) get_transient( $name ) as $notice ) {
			if ( is_array( $notice ) ) {
				echo '<div class="notice notice-', esc_attr( $notice[0] ), ' is-dismissible"><p>', esc_html( $notice[1] ), '</p></div>';
			}
		}
		delete_transient( $name );
	}
}
