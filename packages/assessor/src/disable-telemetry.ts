// ONNX Runtime reports usage to Microsoft unless this is set before its first session is created. It reads the
// environment of the process: a worker's process.env is only a copy, so the main thread has to import this.

process.env.ORT_DISABLE_TELEMETRY = '1';
