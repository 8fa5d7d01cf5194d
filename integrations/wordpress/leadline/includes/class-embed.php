<?php
/**
 * Leadline's own form, as a block and as a shortcode.
 *
 * @package Leadline
 */

namespace LeadlinePlugin;

defined( 'ABSPATH' ) || exit;

/**
 * Both print the script that docs/sending-leads.md of Leadline describes. It sends leads from the visitor's browser.
 */
final class Embed {

	/** Options of the script, by the attribute of block and shortcode. */
	private const OPTIONS = array(
		'fields'   => 'data-fields',
		'title'    => 'data-title',
		'button'   => 'data-button',
		'language' => 'data-language',
		'theme'    => 'data-theme',
		'source'   => 'data-source',
	);

	public static function register(): void {
		add_action( 'init', array( self::class, 'register_block' ) );
		add_shortcode( 'leadline_form', array( self::class, 'render' ) );
	}

	public static function register_block(): void {
		register_block_type( dirname( __DIR__ ) . '/blocks/form', array( 'render_callback' => array( self::class, 'render' ) ) );
		wp_set_script_translations( 'leadline-form-editor-script', 'leadline', dirname( __DIR__ ) . '/languages' );
	}

	/**
	 * Renders the form.
	 *
	 * @param array<string, mixed>|string $attributes Of the block or shortcode; a shortcode without any passes ''.
	 */
	public static function render( $attributes ): string {
		$settings = Settings::get();
		if ( '' === $settings['url'] || '' === $settings['form_key'] ) {
			return current_user_can( 'manage_options' )
				? '<p>' . esc_html__( 'Leadline: enter the URL and the form key under Leadline, Settings. Visitors see nothing here.', 'leadline' ) . '</p>'
				: '';
		}
		$script = array(
			'src'        => $settings['url'] . '/embed.js',
			'async'      => true,
			'data-token' => $settings['form_key'],
		);
		foreach ( self::OPTIONS as $attribute => $name ) {
			$value = (string) ( ( (array) $attributes )[ $attribute ] ?? '' );
			if ( '' !== $value ) {
				$script[ $name ] = $value;
			}
		}
		// Escapes all of them.
		return wp_get_script_tag( $script );
	}
}
