import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root, run } from './prepare.mjs'

/** Routes as `src/*Routes.ts` and `src/routes.ts` declare them, with the prefix of each file's paths. */
const ROUTES = { 'src/staffRoutes.ts': '/staff/', 'src/memberRoutes.ts': '/admin/user/', 'src/routes.ts': '/' }

/**
 * Paths, as far as their first parameter, of the pages that a change since `base` reaches: those of which a file in their own
 * module, the server's left aside, has changed. Shared parts (`ui`, `layouts`) reach every page and therefore choose none:
 * the whole run looks at them.
 */
export async function changedPaths(base) {
  const importers = importersIn(await gitLines('ls-files', 'src/modules'))
  const reached = new Set()
  const reach = file => {
    if (reached.has(file)) return
    reached.add(file)
    for (const importer of importers.get(file) ?? []) if (moduleOf(importer) === moduleOf(file)) reach(importer)
  }
  for (const file of await changedFiles(base)) if (/^src\/modules\/(?!.*\/server\/)/.test(file)) reach(file)
  const routes = Object.entries(ROUTES).flatMap(([file, prefix]) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(?:index\(|route\('([^']+)', )'(modules\/[^']+)'/g)].map(
      // The first page of an area ends its address: `'/staff'`. A record is opened from its list, so without the slash.
      ([, path, page]) => ({
        page,
        path: path ? `${prefix}${path.split(/[:*]/)[0]}`.replace(/\/$/, '') : `${prefix.slice(0, -1)}'`,
      }),
    ),
  )
  // An address that begins with its parameter names no page.
  return routes.filter(({ page, path }) => path && reached.has(`src/${page}`)).map(({ path }) => path)
}

/** Files that a change since `base` has left behind, those that git does not know yet included. */
export const changedFiles = async base => [
  ...(await gitLines('diff', '--name-only', base)),
  ...(await gitLines('ls-files', '-o', '--exclude-standard')),
]

/** Browser tests in `e2e` that name one of these paths. */
export const specsNaming = paths =>
  readdirSync(join(root, 'e2e'), { recursive: true })
    .filter(name => name.endsWith('.spec.ts'))
    .filter(name => {
      const text = readFileSync(join(root, 'e2e', name), 'utf8')
      return paths.some(path => text.includes(path))
    })

const moduleOf = file => file.split('/')[2]

function importersIn(files) {
  const importers = new Map()
  for (const file of files.filter(name => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name)))
    for (const [, name] of readFileSync(join(root, file), 'utf8').matchAll(/from '([#.][^']+)'/g)) {
      const to = name.startsWith('#') ? `src/${name.slice(1)}` : join(dirname(file), name)
      importers.set(to, [...(importers.get(to) ?? []), file])
    }
  return importers
}

async function gitLines(...args) {
  const { code, output } = await run('git', args, { quiet: true })
  return code === 0 ? output.split('\n').filter(Boolean) : []
}
