<?php
/**
 * Gravity Forms.
 *
 * @package Leadline
 */

namespace LeadlinePlugin;

defined( 'ABSPATH' ) || exit;

/**
 * The score becomes a part of the entry: a column that can be sorted and filtered, in exports and in the entry itself.
 */
final class Gravity_Forms {

	private const SCORE = 'leadline_score';
	private const GRADE = 'leadline_grade';

	public static function listen(): void {
		add_action( 'gform_after_submission', array( self::class, 'take' ), 10, 2 );
		add_filter( 'gform_entry_meta', array( self::class, 'add_meta' ) );
		add_action( 'leadline_scored', array( self::class, 'write_score' ), 10, 3 );
	}

	/**
	 * Takes an entry.
	 *
	 * @param array $entry The entry: answers by the number of the field or input.
	 * @param array $form  The form.
	 */
	public static function take( $entry, $form ): void {
		if ( 'spam' === ( $entry['status'] ?? '' ) ) {
			return;
		}
		$fields = array();
		foreach ( (array) ( $form['fields'] ?? array() ) as $field ) {
			$fields[] = array(
				'name'  => (string) $field->id,
				'label' => (string) $field->label,
				'type'  => (string) $field->type,
				'value' => self::read_value( $field, $entry ),
			);
		}
		$about = array(
			'id'   => (string) ( $form['id'] ?? '' ),
			'name' => (string) ( $form['title'] ?? '' ),
		);
		Capture::take( 'gravity-forms', $about, (string) ( $entry['id'] ?? '' ), $fields, (string) ( $entry['source_url'] ?? '' ) );
	}

	/**
	 * Adds score and grade to what an entry has.
	 *
	 * @param array $meta What other plugins have added.
	 */
	public static function add_meta( $meta ) {
		$meta[ self::SCORE ] = array(
			'label'             => __( 'Score', 'leadline' ),
			'is_numeric'        => true,
			'is_default_column' => true,
			'filter'            => array( 'operators' => array( 'is', 'isnot', '>', '<' ) ),
		);
		$meta[ self::GRADE ] = array(
			'label'             => __( 'Grade', 'leadline' ),
			'is_numeric'        => false,
			'is_default_column' => true,
			'filter'            => array( 'operators' => array( 'is', 'isnot' ) ),
		);
		return $meta;
	}

	public static function write_score( string $entry_ref, int $score, string $grade ): void {
		$parts = explode( ':', $entry_ref );
		if ( 'gravity-forms' !== $parts[0] || ! function_exists( 'gform_update_meta' ) ) {
			return;
		}
		[ , $form_id, $entry_id ] = $parts;
		gform_update_meta( (int) $entry_id, self::SCORE, $score, (int) $form_id );
		gform_update_meta( (int) $entry_id, self::GRADE, $grade, (int) $form_id );
	}

	/** For all entries at once; Gravity Forms itself need not be active. */
	public static function remove_scores(): void {
		global $wpdb;
		$table = $wpdb->prefix . 'gf_entry_meta';
		// phpcs:ignore WordPress.DB.DirectDatabaseQuery
		if ( $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $table ) ) ) === $table ) {
			$wpdb->query( $wpdb->prepare( "DELETE FROM $table WHERE meta_key IN (%s, %s)", self::SCORE, self::GRADE ) ); // phpcs:ignore WordPress.DB
		}
	}

	/** A field with several inputs, like a name or checkboxes, has an answer for each. */
	private static function read_value( object $field, array $entry ) {
		$inputs = is_array( $field->inputs ?? null ) ? $field->inputs : array();
		if ( 'consent' === $field->type ) {
			return $entry[ $field->id . '.1' ] ?? '';
		}
		if ( array() !== $inputs ) {
			$answers = array_map( fn ( $input ) => (string) ( $entry[ (string) $input['id'] ] ?? '' ), $inputs );
			$answers = array_filter( $answers, 'strlen' );
			return 'name' === $field->type ? implode( ' ', $answers ) : array_values( $answers );
		}
		$value = $entry[ (string) $field->id ] ?? '';
		// Several answers, and files, are a JSON list.
		$list = is_string( $value ) && str_starts_with( $value, '[' ) ? json_decode( $value, true ) : null;
		return is_array( $list ) ? $list : $value;
	}
}
