"""The first layers of all-MiniLM-L6-v2 in PyTorch, with the weights of the int8 ONNX export, and the way back into it."""

import numpy as np
import onnx
import torch
import torch.nn as nn
import torch.nn.functional as F
from onnx import numpy_helper

SIZE, HEADS = 384, 12
MATRICES = (
    "attention.self.query", "attention.self.key", "attention.self.value",
    "attention.output.dense", "intermediate.dense", "output.dense",
)


class Graph:
    """The tensors of an ONNX file by name; matrices are stored as int8 with a scale per tensor or per column."""

    def __init__(self, path):
        self.model = onnx.load(path)
        self.tensors = {tensor.name: tensor for tensor in self.model.graph.initializer}
        numbers = sorted({int(name.split("_")[1]) for name in self.tensors if name.startswith("onnx::MatMul_")})
        self.matrices = [f"onnx::MatMul_{number}" for number in numbers]
        self.layers = len(numbers) // len(MATRICES)

    def get(self, name):
        return numpy_helper.to_array(self.tensors[name])

    def put(self, name, value):
        assert self.get(name).shape == value.shape, name
        self.tensors[name].CopyFrom(numpy_helper.from_array(np.ascontiguousarray(value.astype(self.get(name).dtype)), name))

    def get_int8(self, name):
        zero = self.get(f"{name}_zero_point").astype(np.float32)
        return (self.get(f"{name}_quantized").astype(np.float32) - zero) * self.get(f"{name}_scale")

    def put_int8(self, name, value):
        known, scales = self.get(f"{name}_quantized"), self.get(f"{name}_scale")
        middle = 0 if known.dtype == np.int8 else 128
        largest = np.abs(value).max() if scales.size == 1 else np.abs(value).max(0)
        scale = np.maximum(largest, 1e-8) / 127
        self.put(f"{name}_quantized", np.clip(np.round(value / scale), -127, 127) + middle)
        self.put(f"{name}_scale", np.reshape(scale, scales.shape))
        self.put(f"{name}_zero_point", np.full(scales.shape, middle))

    def matrix(self, layer, name):
        return self.matrices[layer * len(MATRICES) + MATRICES.index(name)]


def linear(weight, bias):
    made = nn.Linear(weight.shape[1], weight.shape[0])
    made.weight.data, made.bias.data = torch.tensor(weight), torch.tensor(bias)
    return made


def norm(graph, name):
    made = nn.LayerNorm(SIZE, eps=1e-12)
    made.weight.data = torch.tensor(graph.get(f"{name}.weight"))
    made.bias.data = torch.tensor(graph.get(f"{name}.bias"))
    return made


class Layer(nn.Module):
    def __init__(self, graph, layer):
        super().__init__()
        prefix = f"encoder.layer.{layer}."
        weight = lambda name: graph.get_int8(graph.matrix(layer, name)).T.copy()
        bias = lambda name: graph.get(f"{prefix}{name}.bias")
        self.qkv = linear(np.concatenate([weight(name) for name in MATRICES[:3]]), np.concatenate([bias(name) for name in MATRICES[:3]]))
        self.out, self.up, self.down = (linear(weight(name), bias(name)) for name in MATRICES[3:])
        self.norm1 = norm(graph, f"{prefix}attention.output.LayerNorm")
        self.norm2 = norm(graph, f"{prefix}output.LayerNorm")

    def forward(self, x, mask):
        batch, length, _ = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, HEADS, SIZE // HEADS).permute(2, 0, 3, 1, 4).unbind(0)
        scores = torch.matmul(q * (SIZE // HEADS) ** -0.5, k.transpose(-1, -2)).masked_fill(~mask, -1e4)
        seen = torch.matmul(scores.softmax(-1).to(v.dtype), v).transpose(1, 2).reshape(batch, length, SIZE)
        x = self.norm1(x + self.out(seen))
        return self.norm2(x + self.down(F.gelu(self.up(x))))


class MiniLm(nn.Module):
    def __init__(self, graph):
        super().__init__()
        self.words = nn.Embedding.from_pretrained(torch.tensor(graph.get_int8("embeddings.word_embeddings.weight")), freeze=False)
        places = graph.get_int8("embeddings.position_embeddings.weight") + graph.get_int8("embeddings.token_type_embeddings.weight")[0]
        self.places = nn.Parameter(torch.tensor(places))
        self.norm = norm(graph, "embeddings.LayerNorm")
        self.layers = nn.ModuleList([Layer(graph, layer) for layer in range(graph.layers)])

    def forward(self, tokens, mask):
        x = self.norm(self.words(tokens) + self.places[: tokens.shape[1]])
        for layer in self.layers:
            x = layer(x, mask[:, None, None, :])
        return x

    def write(self, graph, path):
        """Puts the trained weights into the graph they came from."""
        array = lambda tensor: tensor.detach().float().numpy()
        graph.put_int8("embeddings.word_embeddings.weight", array(self.words.weight))
        types = graph.get_int8("embeddings.token_type_embeddings.weight")[0]
        graph.put_int8("embeddings.position_embeddings.weight", array(self.places) - types)
        norms = {"embeddings.LayerNorm": self.norm}
        for number, layer in enumerate(self.layers):
            prefix = f"encoder.layer.{number}."
            norms[f"{prefix}attention.output.LayerNorm"], norms[f"{prefix}output.LayerNorm"] = layer.norm1, layer.norm2
            weights, biases = array(layer.qkv.weight), array(layer.qkv.bias)
            parts = [(weights[at : at + SIZE], biases[at : at + SIZE]) for at in range(0, 3 * SIZE, SIZE)]
            parts += [(array(part.weight), array(part.bias)) for part in (layer.out, layer.up, layer.down)]
            for name, (weight, bias) in zip(MATRICES, parts):
                graph.put_int8(graph.matrix(number, name), weight.T)
                graph.put(f"{prefix}{name}.bias", bias)
        for name, part in norms.items():
            graph.put(f"{name}.weight", array(part.weight))
            graph.put(f"{name}.bias", array(part.bias))
        onnx.save(graph.model, path)
