import { type ModuleMap, modulesOf, usersOf } from './measure.ts'

/** The picture in words: each module's place, size and neighbours. */
export function listModules(house: ModuleMap): string {
  const all = modulesOf(house)
  const arrows = all.flatMap(({ uses }) => Object.keys(uses)).length
  const imports = all.flatMap(({ uses }) => Object.values(uses)).reduce((sum, count) => sum + count, 0)
  const place = (name: string) => all.findIndex(module => module.name === name) + 1
  const parts = house.layers.map(
    ({ title, modules }) =>
      `## ${title}\n\n${modules.map(module => listModule(house, place(module.name), module.name)).join('\n')}`,
  )
  return `# Modules, in their order

Written by \`npm run modules\`, like the [picture](modules.svg), from the imports of \`src\` and the purposes in
\`src/modules/order.ts\`; \`test/architecture.test.ts\` fails when they are out of date. A module imports only modules above
it: ${all.length} modules, ${arrows} arrows between them, ${imports} imports. Behind a name stands the number of imports.
Files and lines are counted without tests and demo content.

${parts.join('\n\n')}
`
}

function listModule(house: ModuleMap, place: number, name: string) {
  const all = modulesOf(house)
  const module = all.find(one => one.name === name)!
  const uses = all.flatMap(other => (module.uses[other.name] ? `${other.name} ${module.uses[other.name]}` : []))
  const used = usersOf(house, name).map(user => `${user.name} ${user.imports}`)
  return `${place}. **${name}**: ${module.purpose}
   - ${module.files} files, ${module.lines} lines
   - uses ${uses.length}: ${uses.join(', ') || 'no module'}
   - used by ${used.length}: ${used.join(', ') || 'no module'}`
}
