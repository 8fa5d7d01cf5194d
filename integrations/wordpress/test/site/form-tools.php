<?php
/**
 * Plugin Name: Form tools
 * Description: Stands in for form plugins that can't be installed here. POST /?form=TOOL fires the hooks that the tool documents, with what it passes.
 *
 * @package Leadline
 */

// phpcs:disable -- only for tests.

class WPCF7_Submission {
	private static ?self $instance = null;
	public static array $data = array();
	public static function get_instance() {
		return self::$instance ??= new self();
	}
	public function get_posted_data() {
		return self::$data;
	}
	public function get_meta( $name ) {
		return 'url' === $name ? 'https://example.com/contact?utm_source=newsletter&secret=1' : null;
	}
}

/** As Gravity Forms has it. */
function gform_update_meta( $entry_id, $key, $value, $form_id = null ) {
	global $wpdb;
	$wpdb->insert(
		$wpdb->prefix . 'gf_entry_meta',
		array(
			'form_id'    => $form_id,
			'entry_id'   => $entry_id,
			'meta_key'   => $key,
			'meta_value' => $value,
		)
	);
}

function leadline_test_contact_form_7( array $answers, string $title ) {
	WPCF7_Submission::$data = $answers;
	$form = new class( $answers, $title ) {
		public function __construct( private array $answers, private string $title ) {}
		public function id() {
			return 11;
		}
		public function title() {
			return $this->title;
		}
		public function scan_form_tags() {
			$types = array( 'your-email' => 'email', 'your-phone' => 'tel', 'your-message' => 'textarea', 'privacy' => 'acceptance' );
			return array_map( fn ( $name ) => (object) array( 'name' => $name, 'basetype' => $types[ $name ] ?? 'text' ), array_keys( $this->answers ) );
		}
	};
	do_action( 'wpcf7_submit', $form, array( 'status' => $answers['_status'] ?? 'mail_sent' ) );
}

add_action(
	'init',
	function () {
		// As the list of entries does it.
		if ( isset( $_GET['wpforms-entry'] ) ) {
			$columns = apply_filters( 'wpforms_entries_table_columns', array( 'id' => 'ID', 'actions' => 'Actions' ), array() );
			$entry   = (object) array( 'form_id' => '22', 'entry_id' => $_GET['wpforms-entry'] );
			exit( $columns['leadline_score'] . ': ' . apply_filters( 'wpforms_entry_table_column_value', '', $entry, 'leadline_score', '' ) );
		}
		if ( 'POST' !== $_SERVER['REQUEST_METHOD'] || ! isset( $_GET['form'] ) ) {
			return;
		}
		$post  = wp_unslash( $_POST );
		$email = $post['email'] ?? '';
		$text  = $post['message'] ?? '';
		$entry = (int) ( $post['entry'] ?? 0 );
		$title = $post['title'] ?? 'Contact';
		switch ( $_GET['form'] ) {
			case 'contact-form-7':
				leadline_test_contact_form_7( array_filter( array( 'your-name' => 'Ana Lopez', 'your-email' => $email, 'your-message' => $text, 'privacy' => $post['privacy'] ?? null, '_status' => $post['status'] ?? null ), fn ( $value ) => null !== $value ), $title );
				break;
			case 'wpforms':
				$fields = array(
					1 => array( 'id' => 1, 'name' => 'Name', 'value' => 'Ana Lopez', 'type' => 'name' ),
					2 => array( 'id' => 2, 'name' => 'E-mail', 'value' => $email, 'type' => 'email' ),
					3 => array( 'id' => 3, 'name' => 'Services', 'value' => "Delivery\nFitting", 'type' => 'checkbox' ),
					4 => array( 'id' => 4, 'name' => 'How can we help?', 'value' => $text, 'type' => 'textarea' ),
				);
				do_action( 'wpforms_process_complete', $fields, $post, array( 'id' => 22, 'settings' => array( 'form_title' => $title ) ), $entry );
				break;
			case 'gravity-forms':
				$form = array(
					'id'     => 33,
					'title'  => $title,
					'fields' => array(
						(object) array( 'id' => 1, 'type' => 'name', 'label' => 'Name', 'inputs' => array( array( 'id' => '1.3' ), array( 'id' => '1.6' ) ) ),
						(object) array( 'id' => 2, 'type' => 'email', 'label' => 'Your address', 'inputs' => null ),
						(object) array( 'id' => 3, 'type' => 'textarea', 'label' => 'Project', 'inputs' => null ),
						(object) array( 'id' => 4, 'type' => 'multiselect', 'label' => 'Services', 'inputs' => null ),
					),
				);
				$values = array( 'id' => $entry, 'status' => 'active', 'source_url' => 'https://example.com/quote?utm_source=google', '1.3' => 'Ana', '1.6' => 'Lopez', '2' => $email, '3' => $text, '4' => '["Delivery","Fitting"]' );
				do_action( 'gform_after_submission', $values, $form );
				break;
			case 'elementor':
				$record = new class( $email, $text, $title ) {
					public function __construct( private string $email, private string $text, private string $title ) {}
					public function get( $name ) {
						return 'fields' !== $name ? null : array(
							'name'    => array( 'id' => 'name', 'type' => 'text', 'title' => 'Name', 'value' => 'Ana Lopez' ),
							'field_1' => array( 'id' => 'field_1', 'type' => 'email', 'title' => 'Write to me at', 'value' => $this->email ),
							'field_2' => array( 'id' => 'field_2', 'type' => 'textarea', 'title' => 'Wishes', 'value' => $this->text ),
						);
					}
					public function get_form_settings( $name ) {
						return 'form_name' === $name ? $this->title : 'abc1234';
					}
				};
				do_action( 'elementor_pro/forms/new_record', $record, null );
				break;
			case 'ninja-forms':
				$field = fn ( $key, $label, $type, $value ) => array( 'key' => $key, 'value' => $value, 'settings' => array( 'label' => $label, 'type' => $type ) );
				do_action(
					'ninja_forms_after_submission',
					array(
						'form_id'  => 44,
						'settings' => array( 'title' => $title ),
						'fields'   => array( $field( 'firstname', 'First Name', 'firstname', 'Ana' ), $field( 'lastname', 'Last Name', 'lastname', 'Lopez' ), $field( 'email_1', 'Reply to', 'email', $email ), $field( 'textarea_1', 'Details', 'textarea', $text ), $field( 'submit', 'Send', 'submit', '' ) ),
						'actions'  => array( 'save' => array( 'sub_id' => $entry ) ),
					)
				);
				break;
		}
		wp_send_json( array( 'ok' => true ) );
	},
	20
);
