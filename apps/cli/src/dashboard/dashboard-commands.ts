import { NEW_VISIBILITY_OPTIONS } from '../access/visibility-options';
import type { CommandGroup, OptionSpec } from '../command/command';

const name: readonly [string, string] = ['<name>', 'dashboard name'];
const page: readonly [string, string] = ['[page]', 'page name (default: the first)'];
const draft: OptionSpec = { flags: '--draft', text: 'the newest version instead of the published one' };
const variables: OptionSpec = { flags: '--var <name=value>', text: 'a variable; JSON, else text', many: true };

/** Pages of certified numbers. */
export const DASHBOARD_COMMANDS: CommandGroup = {
  noun: 'dashboard',
  meaning: 'pages of certified numbers',
  commands: [
    { words: 'dashboard list', summary: 'dashboards by name', load: () => import('./list-dashboards.js') },
    {
      words: 'dashboard show',
      summary: 'a dashboard: its pages, versions and publications',
      arguments: [name],
      options: [{ flags: '--spec', text: 'print the specification only' }],
      load: () => import('./show-dashboard.js'),
    },
    {
      words: 'dashboard apply',
      summary: 'save dashboards from files as new versions; readers see them once they are published',
      arguments: [['<files...>', 'YAML or JSON files']],
      options: [{ flags: '--publish', text: 'and publish them' }, ...NEW_VISIBILITY_OPTIONS],
      examples: ['svc dashboard apply dashboards/flights.yaml --publish --project'],
      load: () => import('./apply-dashboard-files.js'),
    },
    {
      words: 'dashboard publish',
      summary: 'show a version to readers, if everything it depends on is certified',
      arguments: [name, ['[version]', 'number of the version (default: the newest)']],
      load: () => import('./publish-dashboard.js'),
    },
    {
      words: 'dashboard rollback',
      summary: 'save an earlier version again as the newest',
      arguments: [name, ['<version>', 'number of the version']],
      load: () => import('./roll-back-dashboard.js'),
    },
    {
      words: 'dashboard delete',
      summary: 'delete a dashboard, published or not; its versions are kept',
      arguments: [name],
      load: () => import('./delete-dashboard.js'),
    },
    {
      words: 'dashboard data',
      summary: 'the values of a page, each with its proof',
      arguments: [name, page],
      options: [variables, draft],
      examples: ['svc dashboard data flights', 'svc dashboard data flights overview --var \'origin=["JFK"]\''],
      load: () => import('./show-page.js'),
    },
    {
      words: 'dashboard options',
      summary: 'the options of a variable',
      arguments: [name, ['<variable>', 'variable name']],
      options: [draft],
      examples: ['svc dashboard options flights origin'],
      load: () => import('./list-options.js'),
    },
    {
      words: 'dashboard render',
      summary: 'a page as a picture (SVG or PNG)',
      arguments: [name, page],
      options: [variables, draft, { flags: '-o, --out <file>', text: 'write it to a file: .svg, or .png' }],
      examples: ['svc dashboard render flights -o flights.png'],
      load: () => import('./render-page.js'),
    },
    {
      words: 'dashboard export',
      summary: 'a dashboard with its versions and current values, as self-contained JSON',
      arguments: [name],
      options: [{ flags: '--out <file>', text: 'write it to a file' }],
      load: () => import('./export-dashboard.js'),
    },
    {
      words: 'dashboard grafana',
      summary: 'the published version for Grafana: import it, or provision it with the uid of a data source',
      arguments: [name],
      options: [
        { flags: '--datasource <uid>', text: 'uid of the Infinity data source (default: Grafana asks on import)' },
        { flags: '--out <file>', text: 'write it to a file' },
      ],
      examples: ['svc dashboard grafana flights --datasource svc-infinity --out dashboards/flights.json'],
      load: () => import('./export-grafana.js'),
    },
  ],
};
