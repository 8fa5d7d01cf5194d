<?php
/**
 * The table in which leads wait.
 *
 * @package Leadline
 */

namespace LeadlinePlugin;

defined( 'ABSPATH' ) || exit;

/**
 * Leads are stored here before they are sent. Once sent, what the visitor entered is removed and only the score is kept. All times
 * are Unix times.
 *
 * phpcs:disable WordPress.DB.DirectDatabaseQuery -- a table of our own that several processes change; a cache would be wrong.
 * phpcs:disable WordPress.DB.PreparedSQL.InterpolatedNotPrepared -- the name of the table is the only part that isn't prepared.
 */
class Store {

	public const WAITING  = 'waiting';
	public const SENDING  = 'sending';
	public const SENT     = 'sent';
	public const REJECTED = 'rejected';

	private const DB_VERSION        = '1';
	private const DB_VERSION_OPTION = 'leadline_db_version';

	/** Longer than any request may take: then, the process that was sending it is gone. */
	private const MAX_SENDING_SECONDS = 300;

	private const KEEP_SENT_SECONDS     = 400 * DAY_IN_SECONDS;
	private const KEEP_REJECTED_SECONDS = 30 * DAY_IN_SECONDS;

	public static function table(): string {
		global $wpdb;
		return $wpdb->prefix . 'leadline_leads';
	}

	public static function create_table(): void {
		global $wpdb;
		if ( self::DB_VERSION === get_option( self::DB_VERSION_OPTION ) ) {
			return;
		}
		require_once ABSPATH . 'wp-admin/includes/upgrade.php';
		dbDelta(
			'CREATE TABLE ' . self::table() . " (
			id bigint(20) unsigned NOT NULL AUTO_INCREMENT,
			idempotency_key char(36) NOT NULL,
			entry_ref varchar(150) DEFAULT NULL,
			tool varchar(32) NOT NULL,
			form_name varchar(200) NOT NULL,
			body longtext NOT NULL,
			status varchar(10) NOT NULL,
			tries int unsigned NOT NULL DEFAULT 0,
			created_at int unsigned NOT NULL,
			next_try_at int unsigned NOT NULL,
			claim char(36) DEFAULT NULL,
			lead_id varchar(64) DEFAULT NULL,
			score tinyint unsigned DEFAULT NULL,
			grade varchar(20) DEFAULT NULL,
			error varchar(255) DEFAULT NULL,
			PRIMARY KEY  (id),
			UNIQUE KEY idempotency_key (idempotency_key),
			UNIQUE KEY entry_ref (entry_ref),
			KEY status_next (status, next_try_at),
			KEY claim (claim)
		) " . $wpdb->get_charset_collate() . ';'
		);
		update_option( self::DB_VERSION_OPTION, self::DB_VERSION, true );
	}

	public static function drop_table(): void {
		global $wpdb;
		$table = self::table();
		$wpdb->query( "DROP TABLE IF EXISTS $table" );
		delete_option( self::DB_VERSION_OPTION );
	}

	/** Names an entry that a form tool has stored, so that it is taken once even if the tool's hook runs twice. */
	public static function entry_ref( string $tool, string $form_id, string $entry_id ): ?string {
		return '' === $entry_id || '0' === $entry_id ? null : "$tool:$form_id:$entry_id";
	}

	/** Returns whether it is new. Throws if it can't be stored. */
	public function add( string $tool, string $form_name, ?string $entry_ref, array $body ): bool {
		global $wpdb;
		$table = self::table();
		$now   = time();
		$added = $wpdb->query(
			$wpdb->prepare(
				"INSERT INTO $table (idempotency_key, entry_ref, tool, form_name, body, status, created_at, next_try_at)
				VALUES (%s, NULLIF(%s, ''), %s, %s, %s, %s, %d, %d) ON DUPLICATE KEY UPDATE id = id",
				wp_generate_uuid4(),
				(string) $entry_ref,
				$tool,
				mb_substr( $form_name, 0, 200 ),
				wp_json_encode( $body ),
				self::WAITING,
				$now,
				$now
			)
		);
		if ( false === $added ) {
			throw new \RuntimeException( 'the lead could not be stored' );
		}
		return $added > 0;
	}

	/**
	 * Takes the lead that has waited longest, so that no other process takes it.
	 *
	 * @return ?array{id: int, idempotency_key: string, entry_ref: ?string, tool: string, body: array<string, mixed>, tries: int}
	 */
	public function claim(): ?array {
		global $wpdb;
		$table = self::table();
		$claim = wp_generate_uuid4();
		$now   = time();
		$wpdb->query(
			$wpdb->prepare(
				"UPDATE $table SET status = %s, claim = %s, next_try_at = %d WHERE status IN (%s, %s) AND next_try_at <= %d
				ORDER BY next_try_at, id LIMIT 1",
				self::SENDING,
				$claim,
				$now + self::MAX_SENDING_SECONDS,
				self::WAITING,
				self::SENDING,
				$now
			)
		);
		$row = $wpdb->get_row( $wpdb->prepare( "SELECT id, idempotency_key, entry_ref, tool, body, tries FROM $table WHERE claim = %s", $claim ), ARRAY_A );
		if ( null === $row ) {
			return null;
		}
		$row['id']    = (int) $row['id'];
		$row['tries'] = (int) $row['tries'];
		$row['body']  = (array) json_decode( $row['body'], true );
		return $row;
	}

	public function mark_sent( int $id, string $lead_id, int $score, string $grade ): void {
		$this->change(
			$id,
			array(
				'status'  => self::SENT,
				'lead_id' => $lead_id,
				'score'   => $score,
				'grade'   => $grade,
				'body'    => '{}',
				'error'   => null,
				'claim'   => null,
			)
		);
	}

	public function mark_rejected( int $id, string $error ): void {
		$this->change(
			$id,
			array(
				'status' => self::REJECTED,
				'error'  => mb_substr( $error, 0, 255 ),
				'claim'  => null,
			)
		);
	}

	public function mark_waiting( int $id, int $tries, int $next_try_at, string $error ): void {
		$this->change(
			$id,
			array(
				'status'      => self::WAITING,
				'tries'       => $tries,
				'next_try_at' => $next_try_at,
				'error'       => mb_substr( $error, 0, 255 ),
				'claim'       => null,
			)
		);
	}

	/** Sends a rejected lead again, as a new request: its key may already belong to the rejected one. */
	public function retry( int $id ): void {
		global $wpdb;
		$wpdb->update(
			self::table(),
			array(
				'status'          => self::WAITING,
				'idempotency_key' => wp_generate_uuid4(),
				'next_try_at'     => time(),
				'tries'           => 0,
			),
			array(
				'id'     => $id,
				'status' => self::REJECTED,
			)
		);
	}

	public function delete( int $id ): void {
		global $wpdb;
		$table = self::table();
		$wpdb->query( $wpdb->prepare( "DELETE FROM $table WHERE id = %d AND status <> %s", $id, self::SENDING ) );
	}

	/**
	 * Counts leads by status.
	 *
	 * @return array<string, int>
	 */
	public function count_by_status(): array {
		global $wpdb;
		$table = self::table();
		$rows  = $wpdb->get_results( "SELECT status, COUNT(*) AS leads FROM $table GROUP BY status", ARRAY_A );
		return array_map( 'intval', array_column( $rows, 'leads', 'status' ) );
	}

	/** Since when the oldest unsent lead has waited, or null. */
	public function waiting_since(): ?int {
		global $wpdb;
		$table = self::table();
		$oldest = $wpdb->get_var( $wpdb->prepare( "SELECT MIN(created_at) FROM $table WHERE status IN (%s, %s)", self::WAITING, self::SENDING ) );
		return null === $oldest ? null : (int) $oldest;
	}

	/**
	 * Newest first.
	 *
	 * @return list<array<string, ?string>>
	 */
	public function list( int $page, int $per_page ): array {
		global $wpdb;
		$table = self::table();
		return $wpdb->get_results(
			$wpdb->prepare(
				"SELECT id, tool, form_name, status, tries, created_at, next_try_at, lead_id, score, grade, error FROM $table
				ORDER BY id DESC LIMIT %d OFFSET %d",
				$per_page,
				( $page - 1 ) * $per_page
			),
			ARRAY_A
		);
	}

	/**
	 * The score of an entry of a form tool, if it has been sent.
	 *
	 * @return ?array{score: string, grade: string}
	 */
	public function find_score( string $entry_ref ): ?array {
		global $wpdb;
		$table = self::table();
		return $wpdb->get_row( $wpdb->prepare( "SELECT score, grade FROM $table WHERE entry_ref = %s AND status = %s", $entry_ref, self::SENT ), ARRAY_A );
	}

	/**
	 * Leads of a person that haven't been sent; of others, nothing personal is here.
	 *
	 * @return list<array{id: string, body: string, created_at: string}>
	 */
	public function find_by_email( string $email ): array {
		global $wpdb;
		$table = self::table();
		$like  = '%' . $wpdb->esc_like( trim( wp_json_encode( $email ), '"' ) ) . '%';
		return $wpdb->get_results( $wpdb->prepare( "SELECT id, body, created_at FROM $table WHERE status <> %s AND body LIKE %s LIMIT 500", self::SENT, $like ), ARRAY_A );
	}

	public function purge(): void {
		global $wpdb;
		$table = self::table();
		foreach ( array(
			self::SENT     => self::KEEP_SENT_SECONDS,
			self::REJECTED => self::KEEP_REJECTED_SECONDS,
		) as $status => $seconds ) {
			$wpdb->query( $wpdb->prepare( "DELETE FROM $table WHERE status = %s AND created_at < %d", $status, time() - $seconds ) );
		}
	}

	/** Throws, because a lead that was sent but not marked would only be recognized as sent for as long as Leadline remembers its key. */
	private function change( int $id, array $changes ): void {
		global $wpdb;
		if ( false === $wpdb->update( self::table(), $changes, array( 'id' => $id ) ) ) {
			throw new \RuntimeException( 'the lead could not be updated' );
		}
	}
}
