<?php
/**
 * Forms of Elementor Pro.
 *
 * @package Leadline
 */

namespace LeadlinePlugin;

defined( 'ABSPATH' ) || exit;

/**
 * Its list of submissions can't be extended, so the score is only shown under Leadline, Leads.
 */
final class Elementor {

	public static function listen(): void {
		add_action( 'elementor_pro/forms/new_record', array( self::class, 'take' ) );
	}

	/**
	 * Takes a submission.
	 *
	 * @param object $record A Form_Record.
	 */
	public static function take( $record ): void {
		$fields = array();
		foreach ( (array) $record->get( 'fields' ) as $id => $field ) {
			$fields[] = array(
				'name'  => (string) ( $field['id'] ?? $id ),
				'label' => (string) ( $field['title'] ?? '' ),
				'type'  => (string) ( $field['type'] ?? '' ),
				'value' => $field['value'] ?? '',
			);
		}
		$form = array(
			'id'   => (string) $record->get_form_settings( 'id' ),
			'name' => (string) $record->get_form_settings( 'form_name' ),
		);
		Capture::take( 'elementor', $form, '', $fields );
	}
}
