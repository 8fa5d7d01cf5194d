<?php
// What may be entered on the settings page.

declare(strict_types=1);

use LeadlinePlugin\Settings;

const KEY = 'll_live_0123456789abcdefghij';

test( 'valid settings are taken, and a slash at the end of the URL is removed', function () {
	$read = Settings::read( array( 'url' => ' https://leads.example.com/ ', 'key' => KEY, 'form_key' => 'll_intake_0123456789', 'tools' => array( 'wpforms' ) ) );
	expect( $read['errors'], array() );
	expect( $read['settings']['url'], 'https://leads.example.com' );
	expect( $read['settings']['key'], KEY );
	expect( $read['settings']['tools_off'], array( 'contact-form-7', 'gravity-forms', 'elementor', 'ninja-forms' ) );
} );

test( 'an empty key keeps the saved one, and only the check box removes it', function () {
	Site::$options['leadline_settings'] = array( 'key' => KEY );
	expect( Settings::read( array( 'key' => '' ) )['settings']['key'], KEY );
	expect( Settings::read( array( 'remove_key' => '1' ) )['settings']['key'], '' );
} );

foreach ( array( 'javascript:alert(1)', 'ftp://example.com', 'https://a:b@example.com', 'https://example.com/?x=1', 'https://example.com/"><script>', 'example.com', 'https://exa mple.com' ) as $url ) {
	test( "the URL $url is refused and changes nothing", function () use ( $url ) {
		Site::$options['leadline_settings'] = array( 'url' => 'https://old.example.com' );
		$read = Settings::read( array( 'url' => $url ) );
		expect( count( $read['errors'] ), 1 );
		expect( $read['settings']['url'], 'https://old.example.com' );
	} );
}

foreach ( array( 'll_intake_0123456789', 'x', '"><script>', "ll_live_0123456789\nX: y" ) as $key ) {
	test( 'the key ' . json_encode( $key ) . ' is refused', function () use ( $key ) {
		expect( count( Settings::read( array( 'key' => $key ) )['errors'] ), 1 );
	} );
}
