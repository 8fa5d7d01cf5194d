<?php
/**
 * The page that shows which leads were sent, and which weren't.
 *
 * @package Leadline
 */

namespace LeadlinePlugin;

defined( 'ABSPATH' ) || exit;

/**
 * Shows nothing personal.
 */
final class Leads_Page {

	public const SLUG = 'leadline';

	private const CHANGE   = 'leadline_change_lead';
	private const PER_PAGE = 50;

	/** From then on, the dashboard says that leads are waiting. */
	private const LATE_SECONDS = HOUR_IN_SECONDS;

	public static function register(): void {
		add_action( 'admin_menu', array( self::class, 'add_page' ), 9 );
		add_action( 'admin_post_' . self::CHANGE, array( self::class, 'change' ) );
		add_action( 'admin_notices', array( self::class, 'warn' ) );
	}

	/** Ends the request unless it was sent by our own page, by somebody who may change settings. */
	public static function check( string $action ): void {
		if ( ! current_user_can( Settings_Page::CAPABILITY ) ) {
			wp_die( esc_html__( 'You are not allowed to do this.', 'leadline' ), '', array( 'response' => 403 ) );
		}
		check_admin_referer( $action );
	}

	public static function add_page(): void {
		add_menu_page( 'Leadline', 'Leadline', Settings_Page::CAPABILITY, self::SLUG, array( self::class, 'show' ), 'dashicons-chart-line', 58 );
		add_submenu_page( self::SLUG, __( 'Leads', 'leadline' ), __( 'Leads', 'leadline' ), Settings_Page::CAPABILITY, self::SLUG, array( self::class, 'show' ) );
	}

	public static function change(): void {
		self::check( self::CHANGE );
		$id = absint( $_POST['lead'] ?? 0 );
		if ( 'retry' === sanitize_key( $_POST['do'] ?? '' ) ) {
			( new Store() )->retry( $id );
			Plugin::send_soon();
		} else {
			( new Store() )->delete( $id );
		}
		wp_safe_redirect( admin_url( 'admin.php?page=' . self::SLUG ) );
		exit;
	}

	/** On the dashboard only. */
	public static function warn(): void {
		if ( 'dashboard' !== get_current_screen()?->id || ! current_user_can( Settings_Page::CAPABILITY ) ) {
			return;
		}
		$since = ( new Store() )->waiting_since();
		if ( null !== $since && $since < time() - self::LATE_SECONDS ) {
			/* translators: %s: for example "2 hours" */
			echo '<div class="notice notice-warning"><p>', esc_html( sprintf( __( 'Leadline: leads have been waiting to be sent for %s.', 'leadline' ), human_time_diff( $since ) ) ), ' <a href="', esc_url( admin_url( 'admin.php?page=' . self::SLUG ) ), '">', esc_html__( 'Show leads', 'leadline' ), '</a></p></div>';
		}
	}

	public static function show(): void {
		if ( ! current_user_can( Settings_Page::CAPABILITY ) ) {
			return;
		}
		$store  = new Store();
		$counts = $store->count_by_status();
		$total  = array_sum( $counts );
		$page   = max( 1, absint( $_GET['paged'] ?? 1 ) ); // phpcs:ignore WordPress.Security.NonceVerification -- only shows a page.
		echo '<div class="wrap"><h1>', esc_html__( 'Leads', 'leadline' ), '</h1>';
		self::print_state( $counts );
		if ( 0 === $total ) {
			echo '<p>', esc_html__( 'No lead yet. Submit one of your forms to see it here.', 'leadline' ), '</p></div>';
			return;
		}
		echo '<table class="widefat striped"><thead><tr>';
		foreach ( array( __( 'Received', 'leadline' ), __( 'Form', 'leadline' ), __( 'Status', 'leadline' ), __( 'Score', 'leadline' ), '' ) as $heading ) {
			echo '<th scope="col">', esc_html( $heading ), '</th>';
		}
		echo '</tr></thead><tbody>';
		foreach ( $store->list( $page, self::PER_PAGE ) as $lead ) {
			self::print_lead( $lead );
		}
		echo '</tbody></table>';
		$links = paginate_links(
			array(
				'base'    => add_query_arg( 'paged', '%#%' ),
				'format'  => '',
				'current' => $page,
				'total'   => (int) ceil( $total / self::PER_PAGE ),
			)
		);
		echo '<p>', wp_kses_post( (string) $links ), '</p></div>';
	}

	private static function print_state( array $counts ): void {
		if ( ! Settings::can_send() ) {
			echo '<div class="notice notice-warning inline"><p>', esc_html__( 'Leads are stored but not sent until you enter the URL and the key.', 'leadline' ), ' <a href="', esc_url( admin_url( 'admin.php?page=' . Settings_Page::SLUG ) ), '">', esc_html__( 'Settings', 'leadline' ), '</a></p></div>';
		}
		$until = Sender::paused_until();
		if ( $until > time() ) {
			$error = (string) ( get_option( Sender::PAUSE_OPTION, array() )['error'] ?? '' );
			/* translators: 1: what went wrong, 2: for example "5 mins" */
			echo '<div class="notice notice-warning inline"><p>', esc_html( sprintf( __( 'Nothing is sent at the moment: %1$s. Next try in %2$s.', 'leadline' ), $error, human_time_diff( $until ) ) ), '</p></div>';
		}
		$waiting = ( $counts[ Store::WAITING ] ?? 0 ) + ( $counts[ Store::SENDING ] ?? 0 );
		/* translators: 1, 2 and 3: numbers of leads */
		echo '<p>', esc_html( sprintf( __( '%1$d scored, %2$d waiting, %3$d rejected', 'leadline' ), $counts[ Store::SENT ] ?? 0, $waiting, $counts[ Store::REJECTED ] ?? 0 ) ), '</p>';
	}

	private static function print_lead( array $lead ): void {
		$form = trim( ( Settings::TOOLS[ $lead['tool'] ] ?? $lead['tool'] ) . ', ' . $lead['form_name'], ', ' );
		echo '<tr><td>', esc_html( wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ), (int) $lead['created_at'] ) ), '</td><td>', esc_html( $form ), '</td><td>', esc_html( self::describe( $lead ) ), '</td><td>';
		if ( Store::SENT === $lead['status'] ) {
			echo '<a href="', esc_url( Settings::get()['url'] . '/leads/' . rawurlencode( (string) $lead['lead_id'] ) ), '">', esc_html( $lead['score'] . ' ' . $lead['grade'] ), '</a>';
		}
		echo '</td><td>';
		if ( Store::REJECTED === $lead['status'] ) {
			self::print_button( (int) $lead['id'], 'retry', __( 'Try again', 'leadline' ) );
			self::print_button( (int) $lead['id'], 'delete', __( 'Delete', 'leadline' ) );
		}
		echo '</td></tr>';
	}

	private static function describe( array $lead ): string {
		return match ( $lead['status'] ) {
			Store::SENT     => __( 'Scored', 'leadline' ),
			/* translators: %s: what Leadline said */
			Store::REJECTED => sprintf( __( 'Rejected: %s', 'leadline' ), (string) $lead['error'] ),
			Store::SENDING  => __( 'Being sent', 'leadline' ),
			default         => 0 === (int) $lead['tries']
				? __( 'Waiting', 'leadline' )
				/* translators: 1: number of tries, 2: what went wrong */
				: sprintf( _n( 'Waiting after %1$d try: %2$s', 'Waiting after %1$d tries: %2$s', (int) $lead['tries'], 'leadline' ), (int) $lead['tries'], (string) $lead['error'] ),
		};
	}

	private static function print_button( int $id, string $action, string $label ): void {
		echo '<form style="display:inline" method="post" action="', esc_url( admin_url( 'admin-post.php' ) ), '"><input type="hidden" name="action" value="', esc_attr( self::CHANGE ), '"><input type="hidden" name="do" value="', esc_attr( $action ), '"><input type="hidden" name="lead" value="', (int) $id, '">';
		wp_nonce_field( self::CHANGE );
		echo '<button class="button button-small">', esc_html( $label ), '</button></form> ';
	}
}
