<?php
// Receives Leadline webhooks: verifies the signature, stores each event once, answers immediately.
//
// Put it on your web server and set WEBHOOK_SECRET (whsec_…) and INBOX in its environment. INBOX is a folder that the
// server can write to but does not serve. To try it:
//
//   mkdir /tmp/inbox
//   WEBHOOK_SECRET=whsec_… INBOX=/tmp/inbox php -S 127.0.0.1:8081 receive-webhook.php

declare(strict_types=1);

const MAX_BYTES = 100_000;
const TOLERANCE_SECONDS = 5 * 60;

http_response_code(receive());

function receive(): int
{
    $key = base64_decode(preg_replace('/^whsec_/', '', (string) getenv('WEBHOOK_SECRET')), true);
    $inbox = (string) getenv('INBOX');
    // With an empty key, anyone could sign.
    if ($key === false || $key === '' || !is_dir($inbox)) {
        error_log('WEBHOOK_SECRET or INBOX is not set');
        return 500;
    }
    // The signature covers the raw bytes: verify before parsing.
    $body = (string) file_get_contents('php://input', false, null, 0, MAX_BYTES + 1);
    if (strlen($body) > MAX_BYTES) {
        return 413;
    }
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    $signatures = $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '';
    if (!is_genuine($key, $id, $timestamp, $signatures, $body)) {
        return 401;
    }
    return store_once($inbox, $id, $body) ? 204 : 500; // Leadline retries after a 500
}

function is_genuine(string $key, string $id, string $timestamp, string $signatures, string $body): bool
{
    if (preg_match('/^[\w-]+\z/', $id) !== 1 || preg_match('/^\d{1,12}\z/', $timestamp) !== 1) {
        return false;
    }
    if (abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // During a rotation there are two signatures, one per secret.
    foreach (explode(' ', $signatures) as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

// The same event can arrive twice under one ID. Another process handles the stored files, so that the response doesn't
// have to wait for the work.
function store_once(string $inbox, string $id, string $body): bool
{
    $file = "$inbox/$id.json";
    if (file_exists($file)) {
        return true;
    }
    $part = "$file." . getmypid();
    return file_put_contents($part, $body) === strlen($body) && rename($part, $file);
}
