import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Attributes,
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { env } from './env.server'

// Traces for OpenTelemetry, by hand: libraries that patch others would have to be loaded before everything else. Names and
// attributes are those of its semantic conventions. No span has an address of a person, a value of a query or what a visitor typed.

/** The packages that collect and send are only loaded with this. */
const isTraced = env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined

type Provider = { shutdown(): Promise<void> }
let provider: Provider | undefined
let tracer: Tracer | undefined

/** Sends spans to OTEL_EXPORTER_OTLP_ENDPOINT from now on. A collector that does not answer harms nothing: spans are dropped. */
export async function startTracing() {
  if (!isTraced || tracer) return
  const [{ AsyncLocalStorageContextManager }, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] =
    await Promise.all([
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
    ])
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const started = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': env.OTEL_SERVICE_NAME }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(env.OTEL_TRACES_SAMPLER_ARG) }),
    // The exporter reads the further settings of OpenTelemetry, such as headers, by itself.
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  provider = started
  tracer = started.getTracer('lifetime-ledger')
}

/** Sends what is left, for at most so many milliseconds. */
export async function stopTracing(limit: number) {
  if (provider) await Promise.race([provider.shutdown().catch(() => {}), sleep(limit, undefined, { ref: false })])
}

type TracedRequest = {
  method: string
  /** Of few different ones, see edge/route-label. */
  route: string
  /** The header of that name. Only a trusted proxy may join its trace to this one. */
  traceparent?: string
}

/** Runs the work of a request in a span that ends with its response. */
export function traceRequest(
  { method, route, traceparent }: TracedRequest,
  response: ServerResponse,
  work: () => void,
) {
  if (!tracer) return work()
  const parent = env.TRUST_PROXY > 0 ? readParent(traceparent) : ROOT_CONTEXT
  const attributes = { 'http.request.method': method, 'http.route': route }
  const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
  response.once('close', () => {
    span.setAttribute('http.response.status_code', response.statusCode)
    if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  })
  context.with(trace.setSpan(parent, span), work)
}

/** See https://www.w3.org/TR/trace-context/ */
function readParent(traceparent = '') {
  const [, traceId, spanId, flags] = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(traceparent) ?? []
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16)
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** Runs work in a span of its own, within the present one if there is one. */
export async function inSpan<Result>(name: string, attributes: Attributes, work: () => Promise<Result> | Result) {
  if (!tracer) return work()
  const span = tracer.startSpan(name, { attributes })
  try {
    return await context.with(trace.setSpan(context.active(), span), work)
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

/**
 * Begins the span of a statement that runs for a request or a job.
 *
 * @param statement its text, of which only the verb and the first table are sent
 * @returns what ends the span, or undefined when nothing is traced
 */
export function startQuerySpan(statement: unknown, name?: string) {
  if (!tracer || !trace.getActiveSpan()) return undefined
  const summary = name ?? summarize(String(statement))
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary }
  const span = tracer.startSpan(summary, { kind: SpanKind.CLIENT, attributes })
  return (isFailed: boolean) => {
    if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
}

/** "select deals", "begin". */
function summarize(statement: string) {
  const verb = /^\s*(\w{1,20})/.exec(statement)?.[1]?.toLowerCase() ?? 'statement'
  const table = /\b(?:from|into|update)\s+"?([a-z_]{1,60})"?/i.exec(statement.slice(0, 4_000))?.[1]
  return table ? `${verb} ${table.toLowerCase()}` : verb
}

/** For lines of the log. */
export function findTraceId() {
  return tracer && trace.getActiveSpan()?.spanContext().traceId
}
