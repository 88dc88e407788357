import { z } from 'zod'

/** The parts of a JSON schema that matter here. */
export type Node = {
  type?: string
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Node>
  additionalProperties?: Node | boolean
  items?: Node
  anyOf?: Node[]
  oneOf?: Node[]
  allOf?: Node[]
  $ref?: string
  $defs?: Record<string, Node>
}

/** A schema whose parts can be walked, references followed. */
export class Schema {
  readonly root: Node

  constructor(schema: z.ZodType, io: 'input' | 'output') {
    this.root = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Node
  }

  /** All alternatives that a value may have. */
  options(node: Node): Node[] {
    if (node.$ref) return this.options(this.#find(node.$ref))
    const among = node.anyOf ?? node.oneOf ?? node.allOf
    return among ? among.flatMap(one => this.options(one)) : [node]
  }

  /** Parameters of an input, each with its enumerated values. */
  parameters(): Map<string, string[]> {
    const found = new Map<string, string[]>()
    for (const { properties = {} } of this.options(this.root))
      for (const [name, node] of Object.entries(properties))
        found.set(name, [...(found.get(name) ?? []), ...this.#named(node)])
    return found
  }

  #named(node: Node): string[] {
    return this.options(node).flatMap(one => {
      if (one.enum) return one.enum.map(String)
      if (one.const !== undefined) return [String(one.const)]
      if (one.type === 'boolean') return ['true', 'false']
      return one.items ? this.#named(one.items) : []
    })
  }

  #find(ref: string): Node {
    return ref === '#' ? this.root : this.root.$defs![ref.split('/').at(-1)!]!
  }
}

/**
 * The fields of all answers, written `GET /staff/meeting/list list[].title`. A shape that several calls share (a file, the
 * fields of a form) is one, called as where it stands first: what it holds needs to be seen once, in any of them; that
 * each of them has one, in each.
 */
export class Fields {
  readonly #schemas: Map<string, Schema>
  /** First path of each shape that several calls share. */
  readonly #shared = new Map<string, string>()
  readonly #shapes = new WeakMap<Node, string>()

  constructor(outputs: ReadonlyMap<string, z.ZodType>) {
    this.#schemas = new Map([...outputs].map(([key, output]) => [key, new Schema(output, 'output')]))
    const first = new Map<string, { key: string; path: string }>()
    for (const [key, schema] of this.#schemas)
      this.#visit(schema, schema.root, key, (path, of) => {
        if (path === key || path === `${key}[]`) return
        const shape = this.#shapeOf(of)
        const found = first.get(shape)
        if (!found) first.set(shape, { key, path })
        else if (found.key !== key) this.#shared.set(shape, found.path)
      })
  }

  /** All fields of a call's answer. */
  of(key: string): Set<string> {
    const schema = this.#schemas.get(key)
    const found = new Set<string>()
    if (schema)
      this.#visit(schema, schema.root, key, (path, of) => {
        const within = this.#shared.get(this.#shapeOf(of)) ?? path
        if (of.properties) for (const name of Object.keys(of.properties)) found.add(`${within}.${name}`)
        else found.add(`${within}{}`)
      })
    return found
  }

  /** Collects the fields whose value is neither empty nor zero. */
  filledIn(key: string, value: unknown, found: Set<string>): void {
    const schema = this.#schemas.get(key)
    if (schema) this.#fill(schema, schema.root, key, value, found)
  }

  #fill(schema: Schema, node: Node, path: string, value: unknown, found: Set<string>) {
    if (isNothing(value)) return
    found.add(path)
    for (const one of schema.options(node)) {
      if (Array.isArray(value)) {
        if (one.items) for (const item of value) this.#fill(schema, one.items, `${path}[]`, item, found)
      } else if (typeof value === 'object' && value !== null && isObject(one)) {
        const within = this.#shared.get(this.#shapeOf(one)) ?? path
        for (const [name, inner] of Object.entries(value)) {
          const known = one.properties?.[name]
          if (known) this.#fill(schema, known, `${within}.${name}`, inner, found)
          else if (typeof one.additionalProperties === 'object')
            this.#fill(schema, one.additionalProperties, `${within}{}`, inner, found)
        }
      }
    }
  }

  /** Visits every object of a schema with its path; recursive ones are entered once. */
  #visit(schema: Schema, node: Node, path: string, enter: (path: string, of: Node) => void, above: Node[] = []) {
    for (const one of schema.options(node)) {
      if (above.includes(one)) continue
      const next = [...above, one]
      if (one.items) this.#visit(schema, one.items, `${path}[]`, enter, next)
      if (!isObject(one)) continue
      enter(path, one)
      for (const [name, inner] of Object.entries(one.properties ?? {}))
        this.#visit(schema, inner, `${path}.${name}`, enter, next)
      if (typeof one.additionalProperties === 'object')
        this.#visit(schema, one.additionalProperties, `${path}{}`, enter, next)
    }
  }

  #shapeOf(of: Node): string {
    const known = this.#shapes.get(of) ?? JSON.stringify(of)
    this.#shapes.set(of, known)
    return known
  }
}

const isObject = (node: Node) => node.properties !== undefined || typeof node.additionalProperties === 'object'

const isNothing = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === 0 ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0)
