<?php

// Runs calls of a table (packages/sdk/cases): reads a call per line and answers with a line.

declare(strict_types=1);

require __DIR__ . '/Leadline.php';

const METHODS = ['record_outcome' => 'recordOutcome'];

function makeCall(array $call): mixed
{
    $options = $call['options'] ?? [];
    $leadline = new Leadline(
        $call['url'],
        $call['key'],
        timeoutSeconds: ($options['timeout_ms'] ?? 60_000) / 1000,
        retries: $options['retries'] ?? 3,
        retryPauseSeconds: ($options['retry_pause_ms'] ?? 500) / 1000,
    );
    $method = METHODS[$call['call']] ?? $call['call'];
    $more = isset($options['idempotency_key']) ? ['idempotencyKey' => $options['idempotency_key']] : [];
    $result = $leadline->$method(...$call['args'], ...$more);
    return $result instanceof Generator ? iterator_to_array($result, false) : $result;
}

function run(array $call): array
{
    try {
        if (isset($call['webhook'])) {
            ['body' => $body, 'headers' => $headers, 'secret' => $secret, 'now' => $now] = $call['webhook'];
            return ['result' => Leadline::verifyWebhook($body, $headers, $secret, now: $now)];
        }
        return ['result' => makeCall($call)];
    } catch (LeadlineWebhookError $error) {
        return ['error' => ['code' => $error->errorCode]];
    } catch (LeadlineError $error) {
        return ['error' => [
            'code' => $error->errorCode,
            'status' => $error->status,
            'request_id' => $error->requestId,
            'fields' => $error->fields,
            'retry_after_seconds' => $error->retryAfterSeconds,
            'message' => $error->getMessage(),
        ]];
    } catch (Throwable $error) { // a mistake of the client, which the test shows
        return ['error' => ['code' => 'unexpected', 'message' => (string) $error]];
    }
}

// Otherwise PHP stops reading after a minute of silence.
stream_set_timeout(STDIN, 3600);
while (($line = fgets(STDIN)) !== false) {
    echo json_encode(run(json_decode($line, true)), JSON_THROW_ON_ERROR), "\n";
}
