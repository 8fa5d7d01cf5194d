<?php
/**
 * Contact Form 7.
 *
 * @package Leadline
 */

namespace LeadlinePlugin;

defined( 'ABSPATH' ) || exit;

/**
 * It stores no entries, so there is none to show a score in.
 */
final class Contact_Form_7 {

	public static function listen(): void {
		add_action( 'wpcf7_submit', array( self::class, 'take' ), 10, 2 );
	}

	/**
	 * A lead also counts if its email couldn't be sent. Spam, and what was filled in wrongly, doesn't.
	 *
	 * @param object $contact_form A WPCF7_ContactForm.
	 * @param array  $result       How it went.
	 */
	public static function take( $contact_form, $result ): void {
		$submission = class_exists( '\WPCF7_Submission' ) ? \WPCF7_Submission::get_instance() : null;
		$is_taken   = in_array( $result['status'] ?? '', array( 'mail_sent', 'mail_failed' ), true ) && empty( $result['demo_mode'] );
		if ( null === $submission || ! $is_taken ) {
			return;
		}
		$answers = (array) $submission->get_posted_data();
		$fields  = array();
		foreach ( $contact_form->scan_form_tags() as $tag ) {
			if ( '' === (string) $tag->name || 'file' === $tag->basetype ) {
				continue;
			}
			$fields[] = array(
				'name'  => $tag->name,
				'label' => $tag->name,
				'type'  => $tag->basetype,
				'value' => $answers[ $tag->name ] ?? '',
			);
		}
		$form = array(
			'id'   => (string) $contact_form->id(),
			'name' => (string) $contact_form->title(),
		);
		Capture::take( 'contact-form-7', $form, '', $fields, (string) $submission->get_meta( 'url' ) );
	}
}
