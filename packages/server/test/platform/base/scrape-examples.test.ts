// The examples for Prometheus in docs/operations.md.

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../../..');
const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
const examples = [...page.matchAll(/^```yaml[^\n]*\n(rule_files[^`]+)```$/gm)].map(([, text = '']) => text);

test('there is one for systemd, Docker Compose and Kubernetes', () => {
  expect(examples).toHaveLength(3);
});

test.skipIf(process.env.CI === undefined && !hasPromtool())('Prometheus accepts them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadline-prometheus-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  copyFileSync(join(ROOT, 'deploy/prometheus/leadline.rules.yaml'), join(folder, 'leadline.rules.yaml'));
  for (const example of examples) {
    // Debian's Prometheus is built without Kubernetes.
    const checked = example.replace(/kubernetes_sd_configs: .*/, 'static_configs: []');
    writeFileSync(join(folder, 'prometheus.yaml'), checked);
    execFileSync('promtool', ['check', 'config', 'prometheus.yaml'], { cwd: folder });
  }
});

function hasPromtool(): boolean {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
