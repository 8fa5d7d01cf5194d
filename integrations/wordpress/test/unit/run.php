<?php
// Runs the unit tests, and prints a line of JSON for each: its title, and what is wrong or null.

declare(strict_types=1);

require __DIR__ . '/stubs.php';
require __DIR__ . '/../../../../clients/php/Leadline.php';
$includes = __DIR__ . '/../../leadline/includes';
foreach ( array( 'settings', 'store', 'lead-body', 'capture', 'sender', 'plugin' ) as $name ) {
	require "$includes/class-$name.php";
}
require __DIR__ . '/memory-store.php';

function test( string $title, callable $check ): void {
	Site::reset();
	try {
		$check();
		$problem = null;
	} catch ( Throwable $error ) {
		$problem = $error->getMessage();
	}
	echo json_encode( array( 'title' => $title, 'problem' => $problem ) ), "\n";
}

function expect( mixed $actual, mixed $expected ): void {
	if ( $actual !== $expected ) {
		throw new Exception( 'expected ' . json_encode( $expected ) . ', got ' . json_encode( $actual ) );
	}
}

foreach ( glob( __DIR__ . '/*-tests.php' ) as $file ) {
	require $file;
}
