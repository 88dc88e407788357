/** The subset of JSON Schema that zod writes. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  additionalProperties?: Schema | boolean
}

const FORMATS: Record<string, string> = {
  date: '2026-11-21',
  'date-time': '2026-11-21T09:05:00+08:00',
  uri: 'https://example.com/',
}

/** A value of that schema, to show what an answer looks like: every field, one row of each list. */
export function sampleOf(schema: Schema): unknown {
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sampleOf(schema.anyOf.find(({ type }) => type !== 'null') ?? {})
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, inner]) => [name, sampleOf(inner)]))
  switch ([schema.type].flat().find(type => type !== 'null')) {
    case 'array':
      return schema.items ? [sampleOf(schema.items)] : []
    case 'object':
      return typeof schema.additionalProperties === 'object' ? { 名称: sampleOf(schema.additionalProperties) } : {}
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return true
    case 'string':
      return FORMATS[schema.format ?? ''] ?? '文字'
    default:
      return null
  }
}

/** A real value, cut to what shows its form: one row of each list, the beginning of each long text. */
export function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value.length > 60 ? `${value.slice(0, 60)}…` : value
  if (Array.isArray(value)) return value.slice(0, 1).map(shorten)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shorten(inner)]))
}
