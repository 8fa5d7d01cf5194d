<?php
// From the fields of a form to a lead.

declare(strict_types=1);

use LeadlinePlugin\Capture;
use LeadlinePlugin\Lead_Body;

function field( string $label, string $type, mixed $value, string $name = '' ): array {
	return array( 'name' => '' === $name ? $label : $name, 'label' => $label, 'type' => $type, 'value' => $value );
}

test( 'email, phone, name and message are told by the type of their field, others by their label', function () {
	$fields = array(
		field( 'Who are you?', 'name', 'Ana Lopez' ),
		field( 'Write to', 'email', 'ana@acme.com' ),
		field( 'Call', 'tel', '+1 212 555 0123' ),
		field( 'Wishes', 'textarea', 'We need 40 laptops' ),
		field( 'Services', 'checkbox', array( 'Delivery', '', 'Fitting' ) ),
	);
	expect( Lead_Body::from_fields( $fields, 'Contact', '' ), array( 'name' => 'Ana Lopez', 'email' => 'ana@acme.com', 'phone' => '+1 212 555 0123', 'message' => 'We need 40 laptops', 'Services' => 'Delivery, Fitting', 'form_name' => 'Contact' ) );
} );

test( 'two long texts keep their labels, and a repeated label gets a number', function () {
	$fields = array( field( 'Address', 'textarea', 'Main Street' ), field( 'Message', 'textarea', 'Hello' ), field( 'Message', 'text', 'again' ) );
	expect( Lead_Body::from_fields( $fields, '', '' ), array( 'Address' => 'Main Street', 'Message' => 'Hello', 'Message 2' => 'again' ) );
} );

test( 'the same email twice is sent once, another one under its label', function () {
	$fields = array( field( 'Email', 'email', 'a@b.co' ), field( 'Confirm', 'email', 'a@b.co' ), field( 'Billing', 'email', 'c@d.co' ) );
	expect( Lead_Body::from_fields( $fields, '', '' ), array( 'email' => 'a@b.co', 'Billing' => 'c@d.co' ) );
} );

test( 'passwords, captchas and what holds no answer are left out', function () {
	$fields = array( field( 'Password', 'password', 'secret' ), field( 'Robot?', 'recaptcha_v3', 'token' ), field( 'Send', 'submit', 'x' ), field( 'Empty', 'text', '  ' ) );
	expect( Lead_Body::from_fields( $fields, '', '' ), array() );
} );

test( 'texts and their number are limited as the API limits them, and broken UTF-8 is repaired', function () {
	$fields = array_map( fn ( $number ) => field( "Question $number", 'text', 'x' ), range( 1, 300 ) );
	expect( count( Lead_Body::from_fields( $fields, '', '' ) ), 190 );
	expect( strlen( Lead_Body::text( str_repeat( 'x', 30000 ) ) ), 20000 );
	expect( json_encode( Lead_Body::text( "a\xffb" ) ) !== false, true );
} );

test( 'of the page’s query, only the campaign is kept', function () {
	$body = Lead_Body::from_fields( array(), '', 'https://example.com/a?utm_source=news&utm_campaign=may&token=secret#x' );
	expect( $body, array( 'page_url' => 'https://example.com/a', 'utm_source' => 'news', 'utm_campaign' => 'may' ) );
} );

test( 'with a consent field, only what has it ticked is taken', function () {
	expect( Capture::has_consent( array(), '' ), true );
	expect( Capture::has_consent( array( field( 'Message', 'text', 'x' ) ), 'privacy' ), false );
	foreach ( array( '', '0', 'no', false, array(), 'off' ) as $value ) {
		expect( Capture::has_consent( array( field( 'Privacy', 'checkbox', $value ) ), ' privacy ' ), false );
	}
	foreach ( array( '1', 'on', 'Yes, I agree', true, array( 'I agree' ) ) as $value ) {
		expect( Capture::has_consent( array( field( '<b>Privacy</b>', 'checkbox', $value, 'field_7' ) ), 'Privacy' ), true );
	}
	expect( Capture::has_consent( array( field( 'I agree', 'checkbox', '1', 'field_7' ) ), 'field_7' ), true );
} );
