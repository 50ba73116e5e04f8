// Biome lints everything; this adds what needs types, promises that nobody waits for, and who may go around Mongoose.
import tseslint from 'typescript-eslint';

/** The files that may use the driver's collections, for the reasons in docs/adr/0014; those of the embedded MongoDB are its own. */
const aroundMongoose = [
  'libs/identity/src/built-in/**',
  'libs/platform/src/messaging/earlier-marks.ts',
  'apps/standalone/src/commands/backup/**',
  'tools/**',
  'libs/embedded-mongo/**',
  'libs/testing/**',
  '**/*spec.ts',
];

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', '.data/**', 'test-results/**', '**/*.{js,mjs}'] },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: {
        project: ['./tsconfig.json', './apps/web/tsconfig.json', './tools/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false } },
      ],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['apps/**/*.ts', 'libs/**/*.ts'],
    ignores: aroundMongoose,
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[
          "CallExpression[callee.object.property.name='collection']", // model.collection.insertOne(…)
          "CallExpression[callee.property.name='collection']", // db.collection(…)
          "ObjectPattern > Property[key.name='collection']", // const { collection } = model
        ].map((selector) => ({ selector, message: 'Ask the model: docs/adr/0014.' })),
      ],
    },
  },
);
