export const SCORING_CALLS = ['/api/webhook.php', '/api/score.php', '/api/explain.php'] as const;
