// ONNX Runtime reports usage to Microsoft unless this is set before its first session is created. The main thread has
// to import this: ONNX Runtime reads the environment of the process, and a worker's process.env is only a copy.

process.env.ORT_DISABLE_TELEMETRY = '1';
