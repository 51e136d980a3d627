import { Controller, Inject } from '@nestjs/common';
import { exportUsers, type FileReply, type RequestOf, type ResponseOf } from '@svc/contracts';
import { Handles } from '@svc/platform';
import { ExportUsers } from './export-users';

/** `user.export`. */
@Controller()
export class UserExportController {
  constructor(@Inject(ExportUsers) private readonly users: ExportUsers) {}

  @Handles(exportUsers)
  export({ accept }: RequestOf<typeof exportUsers>): Promise<ResponseOf<typeof exportUsers> | FileReply> {
    return accept === 'text/csv' ? this.users.csv() : this.users.json();
  }
}
