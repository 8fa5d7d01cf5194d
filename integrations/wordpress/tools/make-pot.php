<?php
// Prints the texts to translate, as leadline/languages/leadline.pot. A test fails if that file isn't up to date.
//   php integrations/wordpress/tools/make-pot.php > integrations/wordpress/leadline/languages/leadline.pot

declare(strict_types=1);

const PLUGIN    = __DIR__ . '/../leadline';
const FUNCTIONS = array( '__', '_e', 'esc_html__', 'esc_attr__', 'esc_html_e', 'esc_attr_e', '_n' );

/** @var array<string, array{plural: ?string, places: list<string>, comment: ?string}> */
$texts = array();

function add( string $text, ?string $plural, string $place, ?string $comment ): void {
	global $texts;
	$texts[ $text ] ??= array( 'plural' => $plural, 'places' => array(), 'comment' => $comment );
	$texts[ $text ]['places'][] = $place;
}

function read_php( string $file, string $name ): void {
	$tokens  = array_values( array_filter( PhpToken::tokenize( file_get_contents( $file ) ), fn ( $token ) => ! $token->is( T_WHITESPACE ) ) );
	$comment = null;
	foreach ( $tokens as $index => $token ) {
		if ( $token->is( T_COMMENT ) && str_contains( $token->text, 'translators:' ) ) {
			$comment = trim( $token->text, "/* \t\n" );
		}
		if ( ! $token->is( T_STRING ) || ! in_array( $token->text, FUNCTIONS, true ) || '(' !== $tokens[ $index + 1 ]->text ) {
			continue;
		}
		$text   = eval( "return {$tokens[ $index + 2 ]->text};" );
		$plural = '_n' === $token->text ? eval( "return {$tokens[ $index + 4 ]->text};" ) : null;
		add( $text, $plural, "$name:$token->line", $comment );
		$comment = null;
	}
}

function read_script( string $file, string $name ): void {
	foreach ( file( $file ) as $number => $line ) {
		preg_match_all( "/__\(\s*'((?:[^'\\\\]|\\\\.)*)'/", $line, $found );
		foreach ( $found[1] as $text ) {
			add( stripslashes( $text ), null, $name . ':' . ( $number + 1 ), null );
		}
	}
}

/** The header of the plugin and of the block are translated, too. */
function read_headers(): void {
	preg_match_all( '/^ \* (?:Plugin Name|Description): +(.+)$/m', file_get_contents( PLUGIN . '/leadline.php' ), $found );
	foreach ( $found[1] as $text ) {
		add( $text, null, 'leadline.php', null );
	}
	$block = json_decode( file_get_contents( PLUGIN . '/blocks/form/block.json' ), true );
	foreach ( array( $block['title'], $block['description'], ...$block['keywords'] ) as $text ) {
		add( $text, null, 'blocks/form/block.json', null );
	}
}

function quote( string $text ): string {
	return '"' . addcslashes( $text, "\\\"\n" ) . '"';
}

read_headers();
$files = new RecursiveIteratorIterator( new RecursiveDirectoryIterator( PLUGIN, FilesystemIterator::SKIP_DOTS ) );
$paths = array_map( 'strval', iterator_to_array( $files, false ) );
sort( $paths );
foreach ( $paths as $path ) {
	$name = substr( $path, strlen( PLUGIN ) + 1 );
	match ( pathinfo( $path, PATHINFO_EXTENSION ) ) {
		'php'   => read_php( $path, $name ),
		'js'    => read_script( $path, $name ),
		default => null,
	};
}

echo "msgid \"\"\nmsgstr \"\"\n\"Project-Id-Version: Leadline 1.0.0\\n\"\n\"MIME-Version: 1.0\\n\"\n\"Content-Type: text/plain; charset=UTF-8\\n\"\n\"Content-Transfer-Encoding: 8bit\\n\"\n\"X-Domain: leadline\\n\"\n";
foreach ( $texts as $text => [ 'plural' => $plural, 'places' => $places, 'comment' => $comment ] ) {
	echo "\n", null === $comment ? '' : "#. $comment\n", '#: ', implode( ' ', $places ), "\n";
	echo 1 === preg_match( '/%\d?\$?[sd]/', (string) $text ) ? "#, php-format\n" : '';
	echo 'msgid ', quote( (string) $text ), "\n", null === $plural ? 'msgstr ""' : 'msgid_plural ' . quote( $plural ) . "\nmsgstr[0] \"\"\nmsgstr[1] \"\"", "\n";
}
