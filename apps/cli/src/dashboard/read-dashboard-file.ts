import { dashboardSpec, type DashboardSpec, dashboardWidget } from '@svc/contracts';
import { YamlFile } from '../command/yaml-file';

/** One dashboard from a YAML or JSON file; errors name the line. */
export function readDashboardFile(path: string, shownAs: string): DashboardSpec {
  const file = YamlFile.read(path, shownAs);
  return file.parse(dashboardSpec, file.value, [], knownKeys);
}

function knownKeys(path: readonly PropertyKey[]): readonly string[] {
  const { shape } = dashboardSpec;
  const [part] = path;
  if (path.length === 0) return Object.keys(shape);
  if (part === 'variables' && path.length === 2) return Object.keys(shape.variables.unwrap().element.shape);
  if (part === 'pages' && path.length === 2) return Object.keys(shape.pages.element.shape);
  if (part === 'pages' && path.length === 4)
    return [...new Set(dashboardWidget.options.flatMap((it) => Object.keys(it.shape)))];
  return [];
}
