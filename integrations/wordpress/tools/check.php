<?php
// Checks what WordPress's coding standards (WPCS) check for safety, because WPCS can't be installed here: everything that is printed is
// escaped, input is only read where a nonce was checked, statements are prepared, texts have our text domain. Prints what it finds.
//   php integrations/wordpress/tools/check.php

declare(strict_types=1);

const PLUGIN = __DIR__ . '/../leadline';

/** What makes a value safe to print. `number` is a cast. */
const ESCAPING = array( 'esc_html', 'esc_html__', 'esc_attr', 'esc_attr__', 'esc_url', 'wp_kses_post', 'absint' );

/** Methods that check nonce and rights, or only read. */
const CHECKED_BY = array( 'Leads_Page::check', 'self::check' );

const TRANSLATING = array( '__', '_e', '_n', 'esc_html__', 'esc_attr__', 'esc_html_e', 'esc_attr_e' );

$problems = array();

/** @param list<PhpToken> $tokens */
function end_of_call( array $tokens, int $open ): int {
	for ( $depth = 0, $index = $open; ; $index++ ) {
		$depth += array( '(' => 1, '[' => 1, ')' => -1, ']' => -1 )[ $tokens[ $index ]->text ] ?? 0;
		if ( 0 === $depth ) {
			return $index;
		}
	}
}

/** The parts between commas of an `echo`. @param list<PhpToken> $tokens @return list<list<PhpToken>> */
function parts_of_echo( array $tokens, int $from ): array {
	$parts = array( array() );
	for ( $depth = 0, $index = $from; ';' !== $tokens[ $index ]->text || $depth > 0; $index++ ) {
		$text   = $tokens[ $index ]->text;
		$depth += array( '(' => 1, '[' => 1, ')' => -1, ']' => -1 )[ $text ] ?? 0;
		if ( 0 === $depth && ( ',' === $text || '.' === $text ) ) {
			$parts[] = array();
		} else {
			$parts[ array_key_last( $parts ) ][] = $tokens[ $index ];
		}
	}
	return $parts;
}

/** A text without variables, a number, or one call of an escaping function. @param list<PhpToken> $part */
function is_safe( array $part ): bool {
	if ( 1 === count( $part ) ) {
		return $part[0]->is( array( T_CONSTANT_ENCAPSED_STRING, T_LNUMBER ) );
	}
	if ( $part[0]->is( T_INT_CAST ) ) {
		return true;
	}
	return $part[0]->is( T_STRING ) && in_array( $part[0]->text, ESCAPING, true ) && end_of_call( $part, 1 ) === count( $part ) - 1;
}

/** @param list<PhpToken> $tokens */
function check_tokens( array $tokens, string $name ): void {
	global $problems;
	$function = array();
	foreach ( $tokens as $index => $token ) {
		$next = $tokens[ $index + 1 ]->text ?? '';
		if ( $token->is( T_FUNCTION ) && '(' !== $next ) {
			$function = array( 'from' => $index, 'name' => $next );
		}
		if ( $token->is( T_ECHO ) ) {
			foreach ( parts_of_echo( $tokens, $index + 1 ) as $part ) {
				if ( ! is_safe( $part ) ) {
					$problems[] = "$name:$token->line prints without escaping: " . implode( '', array_column( $part, 'text' ) );
				}
			}
		}
		if ( $token->is( array( T_PRINT, T_OPEN_TAG_WITH_ECHO, T_EVAL ) ) || in_array( $token->text, array( 'printf', 'vprintf', '_e', 'unserialize', 'extract' ), true ) ) {
			$problems[] = "$name:$token->line uses $token->text";
		}
		if ( $token->is( T_VARIABLE ) && in_array( $token->text, array( '$_POST', '$_REQUEST', '$_COOKIE', '$_FILES', '$_SERVER' ), true ) ) {
			$before = implode( '', array_column( array_slice( $tokens, $function['from'] ?? 0, $index - ( $function['from'] ?? 0 ) ), 'text' ) );
			if ( array() === array_filter( CHECKED_BY, fn ( $check ) => str_contains( $before, "$check(" ) ) ) {
				$problems[] = "$name:$token->line reads $token->text before rights and nonce are checked";
			}
		}
		if ( $token->is( T_VARIABLE ) && '$_GET' === $token->text && 'absint' !== $tokens[ $index - 2 ]->text ) {
			$problems[] = "$name:$token->line reads \$_GET as other than a number";
		}
		if ( $token->is( T_STRING ) && in_array( $token->text, TRANSLATING, true ) && '(' === $next ) {
			$domain = $tokens[ end_of_call( $tokens, $index + 1 ) - 1 ]->text;
			if ( "'leadline'" !== $domain ) {
				$problems[] = "$name:$token->line translates without the text domain";
			}
		}
		check_statement( $tokens, $index, $name );
	}
}

/** A variable in a statement is either the name of our table, or goes through prepare(). @param list<PhpToken> $tokens */
function check_statement( array $tokens, int $index, string $name ): void {
	global $problems;
	$is_query = in_array( $tokens[ $index ]->text, array( 'query', 'get_var', 'get_row', 'get_col', 'get_results', 'prepare' ), true )
		&& '->' === $tokens[ $index - 1 ]->text && '$wpdb' === $tokens[ $index - 2 ]->text;
	if ( ! $is_query ) {
		return;
	}
	$statement = $tokens[ $index + 2 ];
	$isPrepared = '$wpdb' === $statement->text || 'prepare' === $tokens[ $index ]->text || $statement->is( array( T_CONSTANT_ENCAPSED_STRING ) ) || '"' === $statement->text;
	if ( ! $isPrepared ) {
		$problems[] = $name . ':' . $statement->line . ' runs a statement that is not prepared';
	}
	for ( $at = $index + 2; '"' === $statement->text && '"' !== $tokens[ ++$at ]->text; ) {
		$isOurs = in_array( $tokens[ $at ]->text, array( '$table', '$wpdb' ), true );
		if ( $tokens[ $at ]->is( T_VARIABLE ) && ! $isOurs ) {
			$problems[] = $name . ':' . $statement->line . ' has ' . $tokens[ $at ]->text . ' in a statement';
		}
	}
}

$folder = $argv[1] ?? PLUGIN;
$files  = new RegexIterator( new RecursiveIteratorIterator( new RecursiveDirectoryIterator( $folder ) ), '/(?<!client\/Leadline)\.php$/' );
foreach ( $files as $file ) {
	$name = substr( (string) $file, strlen( $folder ) + 1 );
	$code = file_get_contents( (string) $file );
	if ( ! preg_match( "/defined\( '(ABSPATH|WP_UNINSTALL_PLUGIN)' \) \|\| exit;/", $code ) ) {
		$problems[] = "$name can be called directly";
	}
	check_tokens( array_values( array_filter( PhpToken::tokenize( $code ), fn ( $token ) => ! $token->isIgnorable() ) ), $name );
}
echo implode( "\n", $problems ), array() === $problems ? '' : "\n";
exit( array() === $problems ? 0 : 1 );
