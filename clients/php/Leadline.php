<?php

// The client of the Leadline API. One file, no dependencies, PHP 8.1 or later.
//
//     $leadline = new Leadline('https://leads.example.com', 'll_live_…');
//     $result = $leadline->score(['email' => 'ana@acme.com', 'message' => 'We need 40 laptops by Friday']);
//     echo $result['data']['score'], ' ', $result['data']['grade'];
//
// Fields are named as in the API. Methods return the `data` of an answer, or the whole answer if it has more than that.
// For what has no method of its own, use `call`.

declare(strict_types=1);

/**
 * Thrown by every call. `code` of an exception is a number in PHP, so the code of the API is `errorCode`. Besides those:
 * `no_response` (not reached, or the connection broke), `timed_out` and `unexpected_response` (not an answer of Leadline, for
 * example the error page of a proxy).
 */
final class LeadlineError extends RuntimeException
{
    /** @param list<string> $fields the invalid fields of the request */
    public function __construct(
        string $message,
        public readonly string $errorCode,
        public readonly ?int $status = null,
        public readonly ?string $requestId = null,
        public readonly array $fields = [],
        public readonly ?float $retryAfterSeconds = null,
    ) {
        parent::__construct($message);
    }
}

/** Why a request to a webhook endpoint was rejected. Answer it with 401. */
final class LeadlineWebhookError extends RuntimeException
{
    public function __construct(public readonly string $errorCode, string $message)
    {
        parent::__construct($message);
    }
}

final class Leadline
{
    private const MAX_PAUSE_SECONDS = 8.0;
    /** A longer wait is the caller's decision: the error says how long. */
    private const MAX_RETRY_AFTER_SECONDS = 60;
    private const TEMPORARY = [408, 429, 500, 502, 503, 504];
    /** The API separates values of these by commas, and takes `source`, which may contain one, several times. */
    private const COMMA_SEPARATED = ['status', 'assignee', 'grade', 'country'];

    private readonly string $url;
    private readonly Closure $transport;

    /**
     * @param ?callable(string, string, array<string, string>, ?string): array{status: int, headers: array<string, string>, body: string} $transport
     *   sends a request (method, URL, headers, body) in another way than by PHP's streams, for example by a framework's
     *   own functions. Names of headers in its answer are in lower case. Throws a LeadlineError without an answer.
     */
    public function __construct(
        string $url,
        private readonly string $key,
        private readonly float $timeoutSeconds = 60,
        private readonly int $retries = 3,
        private readonly float $retryPauseSeconds = 0.5,
        ?callable $transport = null,
    ) {
        if ($key === '') {
            throw new InvalidArgumentException('The API key is missing');
        }
        $this->transport = $transport === null ? $this->sendByStream(...) : $transport(...);
        $this->url = preg_replace('~/api$~', '', rtrim($url, '/'));
    }

    /** Scores a lead and stores it. With an idempotency key, repeats within 24 hours store it once. */
    public function score(array $lead, ?string $idempotencyKey = null): array
    {
        return $this->store('/api/webhook.php', $lead, $idempotencyKey);
    }

    /** The same with an intake key, which can only send leads. */
    public function submit(array $lead, ?string $idempotencyKey = null): array
    {
        return $this->store('/api/intake/' . rawurlencode($this->key), $lead, $idempotencyKey, hasKeyInPath: true);
    }

    /**
     * Scores and stores up to 1,000 leads.
     *
     * @param list<array> $leads
     */
    public function scoreBatch(array $leads, ?string $whenFull = null, ?string $idempotencyKey = null): array
    {
        $body = ['leads' => $leads] + ($whenFull === null ? [] : ['when_full' => $whenFull]);
        return $this->store('/api/batch', $body, $idempotencyKey);
    }

    /** Explains the score of a lead. Stores nothing. */
    public function explain(array $lead, ?array $scoreData = null): array
    {
        $body = ['lead' => $lead] + ($scoreData === null ? [] : ['score_data' => $scoreData]);
        return $this->call('POST', '/api/explain.php', $body, isRepeatable: true);
    }

    /** All leads that match, over all pages. Pages are loaded as they are needed. */
    public function list(array $query = []): Generator
    {
        do {
            $page = $this->call('GET', '/api/leads', query: $query);
            foreach ($page['data'] as $lead) {
                yield $lead;
            }
            $query['cursor'] = $page['next_cursor'];
        } while ($page['next_cursor'] !== null);
    }

    public function get(string $leadId): array
    {
        return $this->call('GET', '/api/leads/' . rawurlencode($leadId));
    }

    /** Changes the status, assignee or snooze of a lead, or adds a note. */
    public function change(string $leadId, array $changes): array
    {
        return $this->call('PATCH', '/api/leads/' . rawurlencode($leadId), $changes);
    }

    public function delete(string $leadId): array
    {
        return $this->call('DELETE', '/api/leads/' . rawurlencode($leadId));
    }

    /** Records that a lead was won or lost, or reopens it. */
    public function recordOutcome(string $leadId, array $outcome): array
    {
        return $this->call('POST', '/api/leads/' . rawurlencode($leadId) . '/outcome', $outcome);
    }

    /**
     * Makes any call of the API. A failed one is tried again if the service did nothing, or if it is repeatable.
     *
     * @param array<string, string> $headers
     */
    public function call(
        string $method,
        string $path,
        ?array $body = null,
        array $query = [],
        ?bool $isRepeatable = null,
        array $headers = [],
        bool $hasKeyInPath = false,
    ): mixed {
        $headers += $hasKeyInPath ? [] : ['X-API-KEY' => $this->key];
        $json = null;
        if ($body !== null) {
            $headers['Content-Type'] = 'application/json';
            // In PHP, an empty object is an empty array.
            $json = json_encode($body === [] ? new stdClass() : $body, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION);
        }
        $url = $this->url . $path . self::describeQuery($query);
        $canRepeat = $isRepeatable ?? in_array($method, ['GET', 'PUT', 'DELETE'], true);
        for ($retry = 0; ; $retry++) {
            try {
                return self::unwrap($this->try($method, $url, $headers, $json));
            } catch (LeadlineError $error) {
                if ($retry >= $this->retries || !self::mayTryAgain($error, $canRepeat)) {
                    throw $error;
                }
                usleep((int) ($this->pauseBefore($retry, $error) * 1_000_000));
            }
        }
    }

    /**
     * Returns the event, with its `id`, if it was signed with the secret (`whsec_…`) in the last five minutes.
     *
     * @param string $body the raw body: `file_get_contents('php://input')`
     * @param array<string, string> $headers `getallheaders()`
     */
    public static function verifyWebhook(
        string $body,
        array $headers,
        string $secret,
        int $toleranceSeconds = 300,
        ?int $now = null,
    ): array {
        $headers = array_change_key_case($headers);
        [$id, $timestamp, $signatures] = array_map(
            fn (string $name): string => self::requireHeader($headers, "webhook-$name"),
            ['id', 'timestamp', 'signature'],
        );
        if (preg_match('/^[0-9]{1,12}$/D', $timestamp) !== 1) {
            throw new LeadlineWebhookError('invalid_timestamp', 'the webhook-timestamp header is not a Unix time');
        }
        if (abs(($now ?? time()) - (int) $timestamp) > $toleranceSeconds) {
            $message = "signed more than $toleranceSeconds seconds ago, or a clock is wrong";
            throw new LeadlineWebhookError('timestamp_too_far_off', $message);
        }
        $key = base64_decode(preg_replace('/^whsec_/', '', $secret), true);
        if ($key === false || $key === '') {
            throw new InvalidArgumentException('The webhook secret is not valid: it begins with whsec_');
        }
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        // During a rotation there are two signatures.
        $matches = array_filter(
            explode(' ', $signatures),
            fn (string $signature): bool => hash_equals($expected, $signature),
        );
        if ($matches === []) {
            $message = 'the signature does not match; check the secret and use the raw body';
            throw new LeadlineWebhookError('invalid_signature', $message);
        }
        $event = json_decode($body, true);
        if (!is_array($event)) {
            throw new LeadlineWebhookError('invalid_json', 'the body is not JSON');
        }
        return ['id' => $id] + $event;
    }

    private function store(string $path, array $body, ?string $idempotencyKey, bool $hasKeyInPath = false): array
    {
        // One key for all tries of a call, so that its leads are stored once.
        $headers = ['Idempotency-Key' => $idempotencyKey ?? bin2hex(random_bytes(16))];
        return $this->call('POST', $path, $body, [], true, $headers, $hasKeyInPath);
    }

    /** @param array<string, string> $headers */
    private function try(string $method, string $url, array $headers, ?string $json): mixed
    {
        ['status' => $status, 'headers' => $answered, 'body' => $text] = ($this->transport)($method, $url, $headers, $json);
        $body = json_decode($text, true);
        if ($status < 200 || $status > 299) {
            throw self::readError($status, $answered, is_array($body) ? $body : []);
        }
        if (!is_array($body)) {
            $message = 'the answer is not JSON; check that the URL is that of a Leadline service';
            throw new LeadlineError($message, 'unexpected_response', $status, $answered['x-request-id'] ?? null);
        }
        return $body;
    }

    /**
     * @param array<string, string> $headers
     * @return array{status: int, headers: array<string, string>, body: string}
     */
    private function sendByStream(string $method, string $url, array $headers, ?string $json): array
    {
        $lines = array_map(fn (string $name, string $value): string => "$name: $value", array_keys($headers), $headers);
        $context = stream_context_create(['http' => [
            'method' => $method,
            'header' => [...$lines, 'Connection: close'],
            'content' => $json ?? '',
            'timeout' => $this->timeoutSeconds,
            'protocol_version' => 1.1,
            'ignore_errors' => true,
            'follow_location' => 0,
        ]]);
        $began = microtime(true);
        $stream = @fopen($url, 'r', false, $context);
        if ($stream === false) {
            throw microtime(true) - $began < $this->timeoutSeconds ? self::noResponse($url) : $this->timedOut();
        }
        stream_set_timeout($stream, (int) $this->timeoutSeconds, (int) (fmod($this->timeoutSeconds, 1) * 1_000_000));
        $text = (string) stream_get_contents($stream);
        $meta = stream_get_meta_data($stream);
        fclose($stream);
        if ($meta['timed_out']) {
            throw $this->timedOut();
        }
        [$status, $answered] = self::readHeaders($meta['wrapper_data']);
        return ['status' => $status, 'headers' => $answered, 'body' => $text];
    }

    private function pauseBefore(int $retry, LeadlineError $error): float
    {
        // Up to half of it less, so that clients that failed together don't return together.
        $pause = min(self::MAX_PAUSE_SECONDS, $this->retryPauseSeconds * 2 ** $retry) * random_int(500, 1000) / 1000;
        return max($pause, $error->retryAfterSeconds ?? 0);
    }

    private function timedOut(): LeadlineError
    {
        return new LeadlineError("no answer within $this->timeoutSeconds seconds", 'timed_out');
    }

    private static function noResponse(string $url): LeadlineError
    {
        return new LeadlineError('cannot reach ' . parse_url($url, PHP_URL_HOST), 'no_response');
    }

    /**
     * @param list<string> $lines
     * @return array{int, array<string, string>}
     */
    private static function readHeaders(array $lines): array
    {
        $status = 0;
        $headers = [];
        foreach ($lines as $line) {
            if (preg_match('~^HTTP/\S+ (\d+)~', $line, $found) === 1) {
                [$status, $headers] = [(int) $found[1], []];
            } elseif (str_contains($line, ':')) {
                [$name, $value] = explode(':', $line, 2);
                $headers[strtolower($name)] = trim($value);
            }
        }
        return [$status, $headers];
    }

    /** @param array<string, string> $headers */
    private static function readError(int $status, array $headers, array $body): LeadlineError
    {
        return new LeadlineError(
            $body['error'] ?? "the service returned $status",
            $headers['x-error-code'] ?? $body['code'] ?? 'unexpected_response',
            $status,
            $headers['x-request-id'] ?? null,
            isset($body['field']) ? [$body['field']] : [],
            self::readRetryAfter($headers['retry-after'] ?? null),
        );
    }

    private static function readRetryAfter(?string $header): ?float
    {
        if ($header === null) {
            return null;
        }
        if (ctype_digit($header)) {
            return (float) $header;
        }
        $time = strtotime($header);
        return $time === false ? null : max(0.0, (float) ($time - time()));
    }

    private static function mayTryAgain(LeadlineError $error, bool $canRepeat): bool
    {
        if (($error->retryAfterSeconds ?? 0) > self::MAX_RETRY_AFTER_SECONDS) {
            return false;
        }
        // Nothing was done: the request was over a limit, or its body did not arrive in time.
        if ($error->status === 429 || $error->errorCode === 'request_timeout') {
            return true;
        }
        return $canRepeat && ($error->errorCode === 'request_in_flight'
            || $error->status === null
            || in_array($error->status, self::TEMPORARY, true));
    }

    /** The `data` of an answer, unless it has more than that. */
    private static function unwrap(array $body): mixed
    {
        return array_keys($body) === ['success', 'data'] ? $body['data'] : $body;
    }

    private static function describeQuery(array $query): string
    {
        $parameters = [];
        foreach ($query as $name => $value) {
            if (is_array($value) && in_array($name, self::COMMA_SEPARATED, true)) {
                $value = implode(',', $value);
            }
            foreach ((array) $value as $item) {
                $parameters[] = urlencode((string) $name) . '=' . urlencode((string) $item);
            }
        }
        return $parameters === [] ? '' : '?' . implode('&', $parameters);
    }

    /** @param array<string, string> $headers */
    private static function requireHeader(array $headers, string $name): string
    {
        $value = $headers[$name] ?? '';
        if ($value === '') {
            throw new LeadlineWebhookError('missing_header', "the $name header is missing");
        }
        return $value;
    }
}
