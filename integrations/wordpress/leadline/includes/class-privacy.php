<?php
/**
 * WordPress's tools for personal data.
 *
 * @package Leadline
 */

namespace LeadlinePlugin;

defined( 'ABSPATH' ) || exit;

/**
 * Exports and erases what waits here. What was sent is in Leadline, which has tools of its own.
 */
final class Privacy {

	public static function register(): void {
		add_filter( 'wp_privacy_personal_data_exporters', array( self::class, 'add_exporter' ) );
		add_filter( 'wp_privacy_personal_data_erasers', array( self::class, 'add_eraser' ) );
		add_action( 'admin_init', array( self::class, 'suggest_policy' ) );
	}

	public static function add_exporter( array $exporters ): array {
		$exporters['leadline'] = array(
			'exporter_friendly_name' => 'Leadline',
			'callback'               => array( self::class, 'export' ),
		);
		return $exporters;
	}

	public static function add_eraser( array $erasers ): array {
		$erasers['leadline'] = array(
			'eraser_friendly_name' => 'Leadline',
			'callback'             => array( self::class, 'erase' ),
		);
		return $erasers;
	}

	public static function export( string $email ): array {
		$items = array();
		foreach ( ( new Store() )->find_by_email( $email ) as $lead ) {
			$data = array();
			foreach ( (array) json_decode( $lead['body'], true ) as $name => $value ) {
				$data[] = array(
					'name'  => (string) $name,
					'value' => (string) $value,
				);
			}
			$items[] = array(
				'group_id'    => 'leadline',
				'group_label' => __( 'Leads waiting to be sent', 'leadline' ),
				'item_id'     => 'leadline-' . $lead['id'],
				'data'        => $data,
			);
		}
		return array(
			'data' => $items,
			'done' => true,
		);
	}

	public static function erase( string $email ): array {
		$store = new Store();
		$found = $store->find_by_email( $email );
		foreach ( $found as $lead ) {
			$store->delete( (int) $lead['id'] );
		}
		return array(
			'items_removed'  => array() !== $found,
			'items_retained' => false,
			'messages'       => array( __( 'Leads that were sent are in Leadline: erase the person there as well.', 'leadline' ) ),
			'done'           => true,
		);
	}

	public static function suggest_policy(): void {
		if ( function_exists( 'wp_add_privacy_policy_content' ) ) {
			wp_add_privacy_policy_content(
				'Leadline',
				wp_kses_post( '<p>' . __( 'What you enter in our forms is sent to our lead scoring service (Leadline), which rates how urgently we should answer. Until it has been sent, it is stored on this site.', 'leadline' ) . '</p>' )
			);
		}
	}
}
