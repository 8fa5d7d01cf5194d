<?php
// The queue of the sender in memory, with what it was told.

declare(strict_types=1);

final class MemoryStore extends LeadlinePlugin\Store {
	/** @var list<array{id: int, idempotency_key: string, entry_ref: ?string, tool: string, body: array, tries: int}> */
	public array $waiting = array();
	public array $sent     = array();
	public array $rejected = array();
	public array $postponed = array();

	public function __construct( int $leads ) {
		for ( $id = 1; $id <= $leads; $id++ ) {
			$this->waiting[] = array(
				'id'              => $id,
				'idempotency_key' => "key-$id",
				'entry_ref'       => "wpforms:1:$id",
				'tool'            => 'wpforms',
				'body'            => array( 'email' => "$id@example.org" ),
				'tries'           => 0,
			);
		}
	}
	public function claim(): ?array {
		return array_shift( $this->waiting );
	}
	public function mark_sent( int $id, string $lead_id, int $score, string $grade ): void {
		$this->sent[ $id ] = "$score $grade";
	}
	public function mark_rejected( int $id, string $error ): void {
		$this->rejected[ $id ] = $error;
	}
	public function mark_waiting( int $id, int $tries, int $next_try_at, string $error ): void {
		$this->postponed[ $id ] = array( $tries, $next_try_at - time(), $error );
	}
}
