// Where leads can come from: every tool with a guide, as links.

import { Link } from 'react-router';
import { INTEGRATION_GROUPS } from './integrations.ts';
import classes from './tool-list.module.css';

export function ToolList() {
  return (
    <div className={classes.groups}>
      {INTEGRATION_GROUPS.map(({ name, integrations }) => (
        <div key={name} className={classes.group}>
          <h3 className={classes.name}>{name}</h3>
          <ul className={classes.tools} aria-label={name}>
            {integrations.map(({ id, label }) => (
              <li key={id}>
                <Link to={`?with=${id}`} className={classes.tool}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
