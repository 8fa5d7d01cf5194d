"""Fine-tunes the cut network on whole leads and writes it back into its ONNX graph, with the heads as JSON.

    python3 fine_tune.py LEADS EMBEDDING_ONNX FOLDER [EPOCHS]

LEADS comes from export-leads.ts, EMBEDDING_ONNX from cut-model.ts. FOLDER gets embedding.onnx, heads.json, and
predictions.ndjson for every lead that was not learned from: those held out, and those of judges.ts, on whom fit-shares.ts
weighs the network against the engine's detectors. Needs PyTorch and onnx; takes about ten minutes an epoch on one idle core.
"""

import json
import os
import random
import sys
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from minilm import SIZE, Graph, MiniLm

ASKS, SALES, QUESTIONS = 23, 11, 6
CLS, SEP, MASK = 101, 102, 103
TOKENS_PER_BATCH, WARM_UP = 1024, 0.06
MASKED = 0.05
RATE, WORD_RATE, HEAD_RATE, LAYER_DECAY = 3e-4, 6e-4, 1.5e-3, 0.9

leads_file, graph_file, folder = sys.argv[1:4]
epochs = float(sys.argv[4]) if len(sys.argv) > 4 else 3.0
torch.manual_seed(0), random.seed(0), np.random.seed(0), torch.set_num_threads(1)

leads = [json.loads(line) for line in open(leads_file, encoding="utf8")]
learned = [lead for lead in leads if not lead["unseen"]]
unseen = [lead for lead in leads if lead["unseen"]]
print(f"{len(learned)} leads to learn from, {len(unseen)} unseen", flush=True)


class Reader(nn.Module):
    def __init__(self, graph):
        super().__init__()
        self.network = MiniLm(graph)
        self.lead = nn.Linear(2 * SIZE, ASKS + 3 * QUESTIONS)
        self.clause = nn.Linear(2 * SIZE, ASKS + QUESTIONS)
        self.dropout = nn.Dropout(0.1)
        for head, bias in ((self.lead, 0.0), (self.clause, -2.0)):
            nn.init.normal_(head.weight, 0, 0.02), nn.init.constant_(head.bias, bias)

    def forward(self, tokens, places, owners, clauses):
        mask = tokens != 0
        x = self.network(tokens, mask).float()
        shown = mask.float()[:, :, None]
        lead = torch.cat([x[:, 0], (x * shown).sum(1) / shown.sum(1)], 1)
        sums = torch.zeros(clauses + 1, SIZE).index_add_(0, places.view(-1), x.reshape(-1, SIZE))
        counts = torch.zeros(clauses + 1).index_add_(0, places.view(-1), torch.ones(places.numel())).clamp(min=1)
        means = (sums / counts[:, None])[:clauses]
        return self.lead(self.dropout(lead)), self.clause(self.dropout(torch.cat([x[owners, 0], means], 1)))


def make_batches(some, shuffled):
    noise = lambda: random.random() * 6 if shuffled else 0
    order = sorted(range(len(some)), key=lambda at: len(some[at]["tokens"]) + noise())
    batches, batch = [], []
    for at in order:
        if batch and (len(batch) + 1) * len(some[at]["tokens"]) > TOKENS_PER_BATCH:
            batches.append(batch)
            batch = []
        batch.append(at)
    batches.append(batch)
    if shuffled:
        random.shuffle(batches)
    return batches


def collate(some, masked):
    length, clauses = max(len(lead["tokens"]) for lead in some), sum(len(lead["spans"]) for lead in some)
    tokens = np.zeros((len(some), length), np.int64)
    places = np.full((len(some), length), clauses, np.int64)
    shown = np.full((clauses, ASKS + QUESTIONS), -1, np.float32)
    owners, first = [], 0
    for row, lead in enumerate(some):
        tokens[row, : len(lead["tokens"])] = lead["tokens"]
        for clause, (start, end) in enumerate(lead["spans"]):
            places[row, start:end] = first + clause
        count = len(lead["spans"])
        owners += [row] * count
        signals = [(lead["ask"], lead["evidence"][0], 1)]
        if lead["ask"] < SALES:
            signals += [(ASKS + at, lead["evidence"][1 + at], lead["values"][at]) for at in range(QUESTIONS)]
        for signal, evidence, value in signals:
            if value == 0 or 0 <= evidence < count:
                shown[first : first + count, signal] = 0
            if value > 0 and 0 <= evidence < count:
                shown[first + evidence, signal] = 1
        first += count
    if masked:
        tokens = np.where((np.random.rand(*tokens.shape) < MASKED) & (places < clauses), MASK, tokens)
    asks = torch.tensor([lead["ask"] for lead in some])
    values = torch.tensor([lead["values"] if lead["ask"] < SALES else [-100] * QUESTIONS for lead in some])
    weights = torch.tensor([float(lead["weight"]) for lead in some])
    return (torch.from_numpy(tokens), torch.from_numpy(places), torch.tensor(owners), clauses), asks, values, weights, torch.from_numpy(shown)


def loss_of(lead, clause, asks, values, weights, shown):
    loss = (F.cross_entropy(lead[:, :ASKS], asks, reduction="none") * weights).mean()
    for at in range(QUESTIONS):
        known = values[:, at] >= 0
        if known.any():
            own = lead[:, ASKS + 3 * at : ASKS + 3 * at + 3]
            loss = loss + 0.45 * (F.cross_entropy(own[known], values[known, at], reduction="none") * weights[known]).sum() / len(weights)
    known = shown >= 0
    if known.any():
        loss = loss + 0.2 * (F.binary_cross_entropy_with_logits(clause, shown.clamp(min=0), reduction="none") * known).sum() / len(weights)
    return loss


def parameters_of(reader):
    layers = len(reader.network.layers)
    for name, parameter in reader.named_parameters():
        if not name.startswith("network."):
            rate = HEAD_RATE
        elif "words" in name:
            rate = WORD_RATE
        else:
            depth = int(name.split(".")[2]) + 1 if ".layers." in name else 0
            rate = RATE * LAYER_DECAY ** (layers - depth)
        decays = "bias" not in name and "norm" not in name and "words" not in name
        yield {"params": [parameter], "lr": rate, "weight_decay": 0.01 if decays else 0}


graph = Graph(graph_file)
reader = Reader(graph)
optimizer = torch.optim.AdamW(parameters_of(reader), betas=(0.9, 0.98))
rates = [group["lr"] for group in optimizer.param_groups]
steps = int(len(make_batches(learned, False)) * epochs)
step, began = 0, time.time()
while step < steps:
    for batch in make_batches(learned, True):
        if step >= steps:
            break
        pace = min(1, (step + 1) / (WARM_UP * steps)) * max(0.02, 1 - step / steps)
        for group, rate in zip(optimizer.param_groups, rates):
            group["lr"] = rate * pace
        inputs, *answers = collate([learned[at] for at in batch], True)
        with torch.autocast("cpu", torch.bfloat16):
            lead, clause = reader(*inputs)
        loss = loss_of(lead.float(), clause.float(), *answers)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
        optimizer.step()
        step += 1
        if step % 200 == 0:
            print(f"{step} of {steps}, loss {loss.item():.2f}, {time.time() - began:.0f} s", flush=True)

reader.eval()
with torch.no_grad(), open(os.path.join(folder, "predictions.ndjson"), "w", encoding="utf8") as file:
    for batch in make_batches(unseen, False):
        some = [unseen[at] for at in batch]
        with torch.autocast("cpu", torch.bfloat16):
            lead, _ = reader(*collate(some, False)[0])
        for own, logits in zip(some, lead.float().numpy()):
            file.write(json.dumps({"of": own["of"], "logits": [round(float(value), 3) for value in logits]}) + "\n")

reader.network.write(graph, os.path.join(folder, "embedding.onnx"))
flat = lambda tensor: tensor.detach().reshape(-1).tolist()
with open(os.path.join(folder, "heads.json"), "w", encoding="utf8") as file:
    json.dump({"lead": flat(reader.lead.weight), "leadBias": flat(reader.lead.bias)}, file)
