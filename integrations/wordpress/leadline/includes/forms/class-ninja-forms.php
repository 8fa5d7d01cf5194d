<?php
/**
 * Ninja Forms.
 *
 * @package Leadline
 */

namespace LeadlinePlugin;

defined( 'ABSPATH' ) || exit;

/**
 * Its list of submissions can't be extended, so the score is only shown under Leadline, Leads.
 */
final class Ninja_Forms {

	public static function listen(): void {
		add_action( 'ninja_forms_after_submission', array( self::class, 'take' ) );
	}

	/**
	 * Takes a submission.
	 *
	 * @param array $form_data The form with what was entered. The ID is only there if the form stores submissions.
	 */
	public static function take( $form_data ): void {
		$fields = array();
		foreach ( (array) ( $form_data['fields'] ?? array() ) as $field ) {
			$settings = (array) ( $field['settings'] ?? array() );
			$fields[] = array(
				'name'  => (string) ( $field['key'] ?? $settings['key'] ?? '' ),
				'label' => (string) ( $field['label'] ?? $settings['label'] ?? '' ),
				'type'  => (string) ( $field['type'] ?? $settings['type'] ?? '' ),
				'value' => $field['value'] ?? $settings['value'] ?? '',
			);
		}
		$form = array(
			'id'   => (string) ( $form_data['form_id'] ?? '' ),
			'name' => (string) ( $form_data['settings']['title'] ?? '' ),
		);
		Capture::take( 'ninja-forms', $form, (string) ( $form_data['actions']['save']['sub_id'] ?? '' ), $fields );
	}
}
