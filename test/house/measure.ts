import { layers } from '../../src/modules/order.ts'
import { files, importsOf, moduleOf, textOf } from './imports.ts'

export interface ModuleFigures {
  name: string
  purpose: string
  files: number
  lines: number
  /** Modules that it imports, each with the number of imports. */
  uses: Record<string, number>
}

export interface ModuleMap {
  layers: { title: string; modules: ModuleFigures[] }[]
  /** Lines of code below and above the modules. */
  lines: { lib: number; ui: number; above: number }
}

// Demo content is data, whatever its length.
const counted = files.filter(file => !/\/demo\//.test(file))
const linesOf = (list: string[]) => list.reduce((sum, file) => sum + textOf(file).split('\n').length - 1, 0)
const linesUnder = (folder: RegExp) => linesOf(counted.filter(file => folder.test(file)))

export function measureModules(): ModuleMap {
  return {
    layers: layers.map(({ title, modules }) => ({
      title,
      modules: Object.entries(modules).map(([name, purpose]) => measureModule(name, purpose)),
    })),
    lines: { lib: linesUnder(/^lib\//), ui: linesUnder(/^ui\//), above: linesUnder(/^(?!lib|ui|modules\/\w+\/)/) },
  }
}

function measureModule(name: string, purpose: string): ModuleFigures {
  const own = counted.filter(file => moduleOf(file) === name)
  const uses: Record<string, number> = {}
  for (const { to } of own.flatMap(importsOf)) {
    const used = moduleOf(to)
    if (used && used !== name) uses[used] = (uses[used] ?? 0) + 1
  }
  return { name, purpose, files: own.length, lines: linesOf(own), uses }
}

export const modulesOf = (house: ModuleMap) => house.layers.flatMap(layer => layer.modules)

/** Modules that import this one, in module order, with the number of imports. */
export const usersOf = (house: ModuleMap, name: string) =>
  modulesOf(house).flatMap(user => {
    const imports = user.uses[name]
    return imports ? [{ name: user.name, imports }] : []
  })

/** Figures of the diagram that are out of date; a change of up to a tenth in size is tolerated. */
export function outdated(drawn: ModuleMap, now: ModuleMap): string[] {
  const [before, after] = [figuresOf(drawn), figuresOf(now)]
  const stale = ([what, value]: [string, string | number]) => !isClose(before.get(what), value)
  const gone = [...before.keys()].filter(what => !after.has(what)).map(what => `${what}: no more`)
  return [...[...after].filter(stale).map(([what, value]) => `${what}: ${before.get(what)} → ${value}`), ...gone]
}

function figuresOf(house: ModuleMap) {
  const figures = new Map<string, string | number>([
    [
      'order',
      modulesOf(house)
        .map(({ name }) => name)
        .join(' '),
    ],
  ])
  for (const { title, modules } of house.layers)
    for (const { name, purpose, files, lines, uses } of modules) {
      figures.set(`${name}, purpose`, `${title}: ${purpose}`)
      figures.set(`${name}, files`, files)
      figures.set(`${name}, lines`, lines)
      for (const [used, imports] of Object.entries(uses)) figures.set(`${name} → ${used}`, imports)
    }
  for (const [place, lines] of Object.entries(house.lines)) figures.set(`${place}, lines`, lines)
  return figures
}

function isClose(before: string | number | undefined, now: string | number) {
  if (typeof before !== 'number' || typeof now !== 'number') return before === now
  return Math.abs(before - now) <= Math.max(3, now / 10)
}
