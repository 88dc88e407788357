import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: ['./src/modules/**/server/tables.ts', './src/lib/server/*/tables.ts'],
  out: './drizzle',
})
