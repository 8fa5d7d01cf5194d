<?php
// What becomes of a lead, by what Leadline answers.

declare(strict_types=1);

use LeadlinePlugin\Sender;

/** Each answer is [status, body, headers], or the code of an error. @return array{MemoryStore, list<array>} */
function send_with( int $leads, array $answers ): array {
	$store    = new MemoryStore( $leads );
	$requests = array();
	$send     = function ( $method, $url, $headers, $body ) use ( &$answers, &$requests ) {
		$requests[] = array( $headers['Idempotency-Key'], $body );
		$answer     = count( $answers ) > 1 ? array_shift( $answers ) : $answers[0];
		if ( is_string( $answer ) ) {
			throw new LeadlineError( 'no answer', $answer );
		}
		return array( 'status' => $answer[0], 'headers' => $answer[2] ?? array(), 'body' => json_encode( $answer[1] ) );
	};
	$client = new Leadline( 'https://leads.example.com', 'll_live_x', retries: 0, transport: $send );
	( new Sender( $store, fn () => $client ) )->run();
	return array( $store, $requests );
}

const SCORED = array( 200, array( 'success' => true, 'lead_id' => 'lead_1', 'data' => array( 'score' => 81, 'grade' => 'Hot' ) ) );

test( 'a lead is sent with its own idempotency key, and other plugins hear its score', function () {
	[ $store, $requests ] = send_with( 2, array( SCORED ) );
	expect( $store->sent, array( 1 => '81 Hot', 2 => '81 Hot' ) );
	expect( array_column( $requests, 0 ), array( 'key-1', 'key-2' ) );
	expect( Site::$actions[0], array( 'leadline_scored', 'wpforms:1:1', 81, 'Hot' ) );
} );

test( 'an invalid lead is rejected with Leadline’s words, and the next one is sent', function () {
	[ $store ] = send_with( 2, array( array( 400, array( 'success' => false, 'error' => 'email or phone is missing' ) ), SCORED ) );
	expect( $store->rejected, array( 1 => 'email or phone is missing' ) );
	expect( $store->sent, array( 2 => '81 Hot' ) );
} );

foreach ( array( 401, 402, 403, 404, 408, 429, 502, 503, 504 ) as $status ) {
	test( "after $status, the lead waits and no other one is tried", function () use ( $status ) {
		[ $store, $requests ] = send_with( 3, array( array( $status, array( 'error' => 'not now' ) ) ) );
		expect( count( $requests ), 1 );
		expect( array_keys( $store->postponed ), array( 1 ) );
		expect( count( $store->waiting ), 2 );
		expect( $store->rejected, array() );
		expect( Sender::paused_until() > time(), true );
	} );
}

foreach ( array( 'no_response', 'timed_out' ) as $code ) {
	test( "after $code, the lead waits and no other one is tried", function () use ( $code ) {
		[ $store, $requests ] = send_with( 3, array( $code ) );
		expect( count( $requests ), 1 );
		expect( $store->postponed[1][0], 1 );
	} );
}

foreach ( array( 409, 500 ) as $status ) {
	test( "after $status, the lead waits and the next one is sent", function () use ( $status ) {
		[ $store ] = send_with( 2, array( array( $status, array( 'error' => 'failed' ) ), SCORED ) );
		expect( array_keys( $store->postponed ), array( 1 ) );
		expect( $store->sent, array( 2 => '81 Hot' ) );
	} );
}

test( 'while it is paused, nothing is sent; after that, one success ends the pause', function () {
	Site::$options['leadline_pause'] = array( 'failures' => 3, 'until' => time() + 60, 'error' => '' );
	expect( send_with( 1, array( SCORED ) )[1], array() );
	Site::$options['leadline_pause']['until'] = time() - 1;
	expect( send_with( 1, array( SCORED ) )[0]->sent, array( 1 => '81 Hot' ) );
	expect( Sender::paused_until(), 0 );
} );

test( 'pauses double up to a quarter of an hour, and Retry-After is waited for up to an hour', function () {
	$pauses = array();
	for ( $failure = 0; $failure < 8; $failure++ ) {
		$before = Site::$options['leadline_pause']['failures'] ?? 0;
		Site::$options['leadline_pause'] = array( 'failures' => $before, 'until' => 0 );
		send_with( 1, array( 'no_response' ) );
		$pauses[] = Sender::paused_until() - time();
	}
	expect( $pauses, array( 15, 30, 60, 120, 240, 480, 900, 900 ) );
	foreach ( array( 100 => 100, 999999 => 3600 ) as $asked => $waited ) {
		Site::$options = array();
		send_with( 1, array( array( 402, array( 'error' => 'full' ), array( 'retry-after' => (string) $asked ) ) ) );
		expect( Sender::paused_until() - time(), $waited );
	}
} );

test( 'a lead that fails alone is tried less and less often, but at least every hour', function () {
	expect( array_map( fn ( $tries ) => Sender::backoff( 15, $tries, 3600 ), array( 1, 2, 3, 8, 9, 1000 ) ), array( 15, 30, 60, 1920, 3600, 3600 ) );
} );
