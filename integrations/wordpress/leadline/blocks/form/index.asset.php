<?php
/**
 * What the script of the block needs.
 *
 * @package Leadline
 */

defined( 'ABSPATH' ) || exit;

return array(
	'dependencies' => array( 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-element', 'wp-i18n' ),
	'version'      => '1.0.0',
);
