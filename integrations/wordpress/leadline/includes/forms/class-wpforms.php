<?php
/**
 * WPForms.
 *
 * @package Leadline
 */

namespace LeadlinePlugin;

defined( 'ABSPATH' ) || exit;

/**
 * The list of entries, which only the paid version has, gets a column with the score.
 */
final class WPForms {

	private const COLUMN = 'leadline_score';

	public static function listen(): void {
		add_action( 'wpforms_process_complete', array( self::class, 'take' ), 10, 4 );
		add_filter( 'wpforms_entries_table_columns', array( self::class, 'add_column' ) );
		add_filter( 'wpforms_entry_table_column_value', array( self::class, 'show_score' ), 10, 3 );
	}

	/**
	 * Takes an entry. In the free version, its ID is 0.
	 *
	 * @param array $fields    Each with `name`, `type` and `value`.
	 * @param array $entry     As posted.
	 * @param array $form_data The form.
	 * @param int   $entry_id  The ID.
	 */
	public static function take( $fields, $entry, $form_data, $entry_id ): void {
		$form = array(
			'id'   => (string) ( $form_data['id'] ?? '' ),
			'name' => (string) ( $form_data['settings']['form_title'] ?? '' ),
		);
		Capture::take( 'wpforms', $form, (string) $entry_id, array_map( array( self::class, 'read_field' ), array_values( (array) $fields ) ) );
	}

	/**
	 * Adds the column before the last one, which holds the links.
	 *
	 * @param array<string, string> $columns The columns.
	 * @return array<string, string>
	 */
	public static function add_column( $columns ) {
		$last = array_splice( $columns, -1 );
		return $columns + array( self::COLUMN => __( 'Score', 'leadline' ) ) + $last;
	}

	/**
	 * The score of an entry.
	 *
	 * @param string $value  What would be shown.
	 * @param object $entry  The entry.
	 * @param string $column The column.
	 */
	public static function show_score( $value, $entry, $column ) {
		if ( self::COLUMN !== $column ) {
			return $value;
		}
		$ref   = Store::entry_ref( 'wpforms', (string) ( $entry->form_id ?? '' ), (string) ( $entry->entry_id ?? '' ) );
		$found = null === $ref ? null : ( new Store() )->find_score( $ref );
		return null === $found ? '–' : esc_html( $found['score'] . ' ' . $found['grade'] );
	}

	private static function read_field( array $field ): array {
		$type  = (string) ( $field['type'] ?? '' );
		$value = $field['value'] ?? '';
		// Several answers come on a line each.
		if ( in_array( $type, array( 'checkbox', 'select', 'payment-checkbox', 'file-upload' ), true ) && is_string( $value ) ) {
			$value = preg_split( '/\R/', $value );
		}
		return array(
			'name'  => (string) ( $field['id'] ?? '' ),
			'label' => (string) ( $field['name'] ?? '' ),
			'type'  => $type,
			'value' => $value,
		);
	}
}
