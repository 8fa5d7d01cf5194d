<?php
/**
 * Sends the leads that wait.
 *
 * @package Leadline
 */

namespace LeadlinePlugin;

defined( 'ABSPATH' ) || exit;

/**
 * All tries of a lead have the same Idempotency-Key and body, so that Leadline stores it once even if an answer is lost. Leads are
 * given up only if Leadline says that they are invalid.
 */
final class Sender {

	public const PAUSE_OPTION = 'leadline_pause';

	private const MAX_RUN_SECONDS   = 40;
	private const FIRST_PAUSE       = 15;
	private const MAX_PAUSE_SECONDS = 900;
	private const MAX_LEAD_PAUSE    = 3600;

	/** What only a change of the lead would solve. */
	private const INVALID = array( 400, 413, 415, 422 );

	/** What isn't the fault of this lead, so that others needn't be tried. */
	private const AFFECTS_ALL = array( 401, 402, 403, 404, 408, 429, 502, 503, 504 );

	/** The client is opened late, because it needs settings. @param \Closure(): \Leadline $open_client Opens it. */
	public function __construct( private readonly Store $store, private readonly \Closure $open_client ) {}

	public function run(): void {
		if ( time() < self::paused_until() ) {
			return;
		}
		$client = ( $this->open_client )();
		$end    = time() + self::MAX_RUN_SECONDS;
		while ( time() < $end ) {
			$lead = $this->store->claim();
			if ( null === $lead ) {
				return;
			}
			if ( ! $this->send( $client, $lead ) ) {
				return;
			}
		}
		// There may be more.
		Plugin::send_soon();
	}

	/** Until when nothing is sent, because Leadline didn't take anything. */
	public static function paused_until(): int {
		return (int) ( get_option( self::PAUSE_OPTION, array() )['until'] ?? 0 );
	}

	public static function resume(): void {
		delete_option( self::PAUSE_OPTION );
	}

	/** Seconds before the next try: twice as long each time, up to a limit. */
	public static function backoff( int $first, int $failures, int $max ): int {
		return (int) min( $max, $first * 2 ** min( 20, max( 0, $failures - 1 ) ) );
	}

	/**
	 * Returns whether others should be tried.
	 *
	 * @param array{id: int, idempotency_key: string, entry_ref: ?string, tool: string, body: array<string, mixed>, tries: int} $lead The lead.
	 */
	private function send( \Leadline $client, array $lead ): bool {
		try {
			$result = $client->score( $lead['body'], $lead['idempotency_key'] );
		} catch ( \LeadlineError $error ) {
			return $this->note_failure( $lead, $error );
		}
		$score = (int) ( $result['data']['score'] ?? 0 );
		$grade = (string) ( $result['data']['grade'] ?? '' );
		$this->store->mark_sent( $lead['id'], (string) ( $result['lead_id'] ?? '' ), $score, $grade );
		if ( 0 !== self::paused_until() ) {
			self::resume();
		}
		/**
		 * Fires after a lead has been scored.
		 *
		 * @param string $entry_ref Tool, form and entry, separated by colons, or ''.
		 * @param int    $score     0 to 100.
		 * @param string $grade     For example `Hot`.
		 */
		do_action( 'leadline_scored', (string) $lead['entry_ref'], $score, $grade );
		return true;
	}

	private function note_failure( array $lead, \LeadlineError $error ): bool {
		if ( in_array( $error->status, self::INVALID, true ) ) {
			$this->store->mark_rejected( $lead['id'], $error->getMessage() );
			return true;
		}
		$tries = $lead['tries'] + 1;
		$pause = self::backoff( self::FIRST_PAUSE, $tries, self::MAX_LEAD_PAUSE );
		$this->store->mark_waiting( $lead['id'], $tries, time() + $pause, $error->getMessage() );
		$affects_all = null === $error->status || in_array( $error->status, self::AFFECTS_ALL, true );
		if ( $affects_all ) {
			self::pause( $error );
		}
		return ! $affects_all;
	}

	private static function pause( \LeadlineError $error ): void {
		$failures = (int) ( get_option( self::PAUSE_OPTION, array() )['failures'] ?? 0 ) + 1;
		$seconds  = self::backoff( self::FIRST_PAUSE, $failures, self::MAX_PAUSE_SECONDS );
		// A plan that is full until next month may be changed any minute, so that Leadline's own wait isn't always waited for.
		$asked = min( self::MAX_LEAD_PAUSE, (int) ceil( $error->retryAfterSeconds ?? 0 ) );
		$until = time() + max( $seconds, $asked );
		update_option(
			self::PAUSE_OPTION,
			array(
				'failures' => $failures,
				'until'    => $until,
				'error'    => mb_substr( $error->getMessage(), 0, 255 ),
			),
			false
		);
		wp_schedule_single_event( $until, Plugin::SEND_EVENT, array( $until ) );
	}
}
